/** The folder of the app on this origin, such as `/app/`, or `/kurir/app/` behind a prefix. */
export const APP_PATH = new URL('.', document.baseURI).pathname;

/** What comes before `/app`: empty, or the path prefix of the proxy. */
export const PREFIX = APP_PATH.replace(/\/app\/$/, '');

/** The address of a path of the gateway, such as `/app/api/stream` or `/guides/`. */
export const gatewayPath = (path: string): string => PREFIX + path;

/** The same as a complete address, for people to copy. */
export const gatewayUrl = (path: string): string => location.origin + gatewayPath(path);
