import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Config } from '../../config.ts';
import { InvalidConfig } from '../../config.ts';
import { codeOf } from '../../platform/lib/error-code.ts';
import type { Log } from '../../platform/lib/log.ts';

export interface KeyPair {
  cert: string;
  key: string;
}

export interface Certificate {
  readonly pair: KeyPair;
  /** For local clients: the certificate names another host. */
  fingerprint(): string;
  /** Null: unchanged or unusable; the old pair stays. */
  renew(): Promise<KeyPair | null>;
}

interface Files {
  certFile: string;
  keyFile: string;
}

/** Null without settings. InvalidConfig: unusable. */
export async function openCertificate(config: Config, log: Log): Promise<Certificate | null> {
  const { KURIR_TLS_CERT_FILE: certFile, KURIR_TLS_KEY_FILE: keyFile } = config;
  if (certFile === undefined || keyFile === undefined) return null;
  const files = { certFile, keyFile };
  let pair = await readPair(files);
  let refused = '';
  log.info(describe(pair), 'tls.loaded');

  return {
    get pair() {
      return pair;
    },
    fingerprint: () => new X509Certificate(pair.cert).fingerprint256,
    async renew() {
      try {
        const found = await readPair(files);
        refused = '';
        if (found.cert === pair.cert && found.key === pair.key) return null;
        pair = found;
        log.info(describe(pair), 'tls.renewed');
        return pair;
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error);
        // Two files never change at one moment.
        if (problem !== refused) log.error({ problem }, 'tls.old_certificate_kept');
        refused = problem;
        return null;
      }
    },
  };
}

function describe({ cert }: KeyPair) {
  const { fingerprint256, validTo } = new X509Certificate(cert);
  return { fingerprint: fingerprint256, valid_to: new Date(validTo) };
}

async function readPair({ certFile, keyFile }: Files): Promise<KeyPair> {
  const [cert, key] = await Promise.all([
    readText('KURIR_TLS_CERT_FILE', certFile),
    readText('KURIR_TLS_KEY_FILE', keyFile),
  ]);
  const certificate = attempt(
    () => new X509Certificate(cert),
    `KURIR_TLS_CERT_FILE: ${certFile} contains no certificate in PEM form`,
  );
  const privateKey = attempt(
    () => createPrivateKey(key),
    `KURIR_TLS_KEY_FILE: ${keyFile} contains no private key in PEM form without a passphrase`,
  );
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new InvalidConfig(`KURIR_TLS_KEY_FILE: the key in ${keyFile} does not belong to ${certFile}`);
  }
  attempt(
    () => createSecureContext({ cert, key }),
    `KURIR_TLS_CERT_FILE: the certificate in ${certFile} is too weak or incomplete`,
  );
  return { cert, key };
}

function attempt<T>(work: () => T, problem: string): T {
  try {
    return work();
  } catch {
    throw new InvalidConfig(problem);
  }
}

async function readText(setting: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = codeOf(error) || String(error);
    throw new InvalidConfig(`${setting}: cannot read ${file} (${code})`);
  }
}
