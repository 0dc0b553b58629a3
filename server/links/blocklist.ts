import { readFile, stat } from 'node:fs/promises';
import { domainToASCII } from 'node:url';

import { getDomain } from 'tldts';

import type { Log } from '../log';

export interface Blocklist {
  /** Checks the host and its parents up to the registrable domain. */
  has(host: string): boolean;
  /** Reloads changed lists; true when any changed. An unreadable list keeps its previous hosts. */
  refresh(): Promise<boolean>;
  readonly version: number;
}

const DATABASE_LIST = 'database';

interface Loaded {
  version: string;
  hosts: ReadonlySet<string>;
}

/** `files`: one host per line, or the format of a hosts file; `#` begins a comment. */
export function createBlocklist(
  files: readonly string[],
  log: Log,
  readStored: () => Promise<string[]> = async () => [],
): Blocklist {
  const loaded = new Map<string, Loaded>();
  const lists = [
    ...files.map((file) => [file, () => readList(file, loaded.get(file))] as const),
    [DATABASE_LIST, () => readHosts(readStored, loaded.get(DATABASE_LIST))] as const,
  ];
  let version = 0;
  let last = Promise.resolve(false);

  const readAll = async (): Promise<boolean> => {
    let changed = false;
    for (const [list, read] of lists) {
      try {
        const next = await read();
        if (next === undefined) continue;
        loaded.set(list, next);
        changed = true;
      } catch (error) {
        log.error({ err: error, list }, 'blocklist unreadable');
      }
    }
    if (changed) version += 1;
    return changed;
  };

  return {
    has(host) {
      if (loaded.size === 0) return false;
      const known = [...loaded.values()];
      return withParents(host).some((name) => known.some(({ hosts }) => hosts.has(name)));
    },

    // Reads run in sequence, so that an older result never replaces a newer one.
    refresh: () => (last = last.then(readAll)),

    get version() {
      return version;
    },
  };
}

async function readList(file: string, known: Loaded | undefined): Promise<Loaded | undefined> {
  const { mtimeMs, size } = await stat(file);
  const version = `${mtimeMs} ${size}`;
  return version === known?.version ? undefined : { version, hosts: hostsIn(await readFile(file, 'utf8')) };
}

async function readHosts(read: () => Promise<string[]>, known: Loaded | undefined): Promise<Loaded | undefined> {
  const hosts = await read();
  const version = hosts.join(' ');
  return version === (known?.version ?? '') ? undefined : { version, hosts: new Set(hosts) };
}

function hostsIn(text: string): Set<string> {
  const hosts = new Set<string>();
  for (const line of text.split('\n')) {
    const name = line.replace(/#.*/, '').trim().split(/\s+/).at(-1) ?? '';
    const host = /^[a-z0-9._-]*$/.test(name) ? name : domainToASCII(name);
    if (host !== '') hosts.add(host.replace(/\.$/, ''));
  }
  return hosts;
}

/** An entry `co.uk` does not cover its subdomains. */
function withParents(host: string): string[] {
  const domain = getDomain(host) ?? host;
  const names = [host];
  for (let name = host; name !== domain && name.endsWith(`.${domain}`);) {
    name = name.slice(name.indexOf('.') + 1);
    names.push(name);
  }
  return names;
}
