import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createBlocklist } from '../../server/links/blocklist';
import { validateTargets } from '../../server/links/targets';
import { createLog } from '../../server/log';
import { database } from '../support/app';

/** A folder with a list of blocked hosts, in the forms that lists have. */
export const folder = mkdtempSync(join(tmpdir(), 'switchboard-lists-'));
const list = join(folder, 'hosts.txt');
writeFileSync(
  list,
  '# hosts\nevil.example\n0.0.0.0 ads.example.net # ads\nBÜCHER.example\r\nco.uk\n\nworse.example.\n',
);
const linkBlocklist = createBlocklist([list], createLog('silent'));
await linkBlocklist.refresh();

const config = { baseUrl: 'https://app.example.com', linksBaseUrl: 'https://sho.rt:8443' };
/** What destinations are validated against, for a service at those two addresses. */
export const ctx = { store: database, linkBlocklist, config: config as never };

/** The stored form of a destination, or the code that it is refused with. */
export async function validationOf(url: string, allowPrivate = false): Promise<string> {
  const [validated] = await validateTargets(ctx, [{ pointer: '/url', url, allowPrivate }]);
  if (!validated) throw new Error('no result');
  return validated.ok ? validated.href : validated.code;
}
