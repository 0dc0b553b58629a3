import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  key: string;
  cert: string;
}

/** A certificate authority of its own, made by OpenSSL, and what it signs. */
export function createAuthority() {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-certificates-'));
  const file = (name: string) => join(folder, name);
  const read = (name: string) => readFileSync(file(name), 'utf8');
  const openssl = (...args: string[]): void => {
    const { exitCode, stderr } = Bun.spawnSync(['openssl', ...args], { cwd: folder });
    if (exitCode !== 0) throw new Error(stderr.toString());
  };
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Test authority');

  let made = 0;
  /** `names` as in `DNS:a.example,IP:127.0.0.1`. */
  function issue(names: string, expired = false): Certificate {
    const name = `leaf-${(made += 1)}`;
    const dates = ['-days', expired ? '-1' : '2'];
    writeFileSync(file('ext'), `subjectAltName=${names}`);
    openssl('req', ...key, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', '/CN=Test');
    const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'ext'];
    openssl('x509', '-req', '-in', `${name}.csr`, '-out', `${name}.pem`, ...signed, ...dates);
    return { key: read(`${name}.key`), cert: read(`${name}.pem`) };
  }

  function selfSigned(names: string): Certificate {
    openssl(
      'req',
      '-x509',
      ...key,
      '-keyout',
      'own.key',
      '-out',
      'own.pem',
      '-days',
      '2',
      '-subj',
      '/CN=Test',
      '-addext',
      `subjectAltName=${names}`,
    );
    return { key: read('own.key'), cert: read('own.pem') };
  }

  return {
    root: read('ca.pem'),
    rootFile: file('ca.pem'),
    issue,
    selfSigned,
    remove: () => rmSync(folder, { recursive: true }),
  };
}
