import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

const NO_MATCH: readonly string[] = [];

/** For names in `WEBHOOK_ALLOW_PRIVATE` only, as containers find `host.docker.internal` there. */
export function hostsFileAddresses(name: string, path = '/etc/hosts'): readonly string[] {
  const text = readOrEmpty(path);
  if (!text.includes(name)) return NO_MATCH;
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return isIP(address) > 0 && names.includes(name) ? [address] : [];
  });
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
