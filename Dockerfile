# docker build --tag kurir .
# The packages of a release, by the lock file. The dashboard is built in; docs/containers.md says how to run it.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /kurir
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY . .
RUN node bin/kurir.js build && node test/release/run.ts --stage /release
WORKDIR /release
# The image has one Node, that of its base.
RUN npm install --omit=dev --ignore-scripts --no-audit \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node package-lock.json

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production \
    KURIR_DATA_DIR=/data \
    KURIR_HOST=0.0.0.0 \
    KURIR_LOG_FORMAT=json
WORKDIR /kurir
COPY --from=build /release /kurir
RUN install -d -o node -g node -m 700 /data /backups
USER 1000:1000
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "src/cli.js"]
CMD ["start"]
