import { readFile, stat } from 'node:fs/promises';
import { domainToASCII } from 'node:url';

import { getDomain } from 'tldts';

import type { Log } from '../log';

/** Hosts that the operator’s lists name: no link leads to them, nor below them. */
export interface Blocklist {
  /** Whether the host or one of its parents, down to what can be registered, is named. */
  has(host: string): boolean;
  /** Reads anew what has changed; tells whether anything did. A list that cannot be read keeps its hosts. */
  refresh(): Promise<boolean>;
  /** Grows with each change. */
  readonly version: number;
}

/** Among the lists, the one that the database has. */
const KEPT = 'database';

interface Loaded {
  version: string;
  hosts: ReadonlySet<string>;
}

/**
 * The files of `LINK_BLOCKLIST`: one host a line, also in the form of a hosts file; `#` begins a comment. And the hosts
 * that administrators have blocked, as `readKept` gives them.
 */
export function createBlocklist(
  files: readonly string[],
  log: Log,
  readKept: () => Promise<string[]> = async () => [],
): Blocklist {
  const loaded = new Map<string, Loaded>();
  const lists = [
    ...files.map((file) => [file, () => readList(file, loaded.get(file))] as const),
    [KEPT, () => readHosts(readKept, loaded.get(KEPT))] as const,
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

    // One after the other: what was read before a change must not replace what was read after it.
    refresh: () => (last = last.then(readAll)),

    get version() {
      return version;
    },
  };
}

/** The file where it is another than the one that is loaded. */
async function readList(file: string, known: Loaded | undefined): Promise<Loaded | undefined> {
  const { mtimeMs, size } = await stat(file);
  const version = `${mtimeMs} ${size}`;
  return version === known?.version ? undefined : { version, hosts: hostsIn(await readFile(file, 'utf8')) };
}

/** The hosts where they are others than those that are loaded. */
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

/** The host and its parents; a list that names `co.uk` means only that host, not the half of Britain. */
function withParents(host: string): string[] {
  const domain = getDomain(host) ?? host;
  const names = [host];
  for (let name = host; name !== domain && name.endsWith(`.${domain}`);) {
    name = name.slice(name.indexOf('.') + 1);
    names.push(name);
  }
  return names;
}
