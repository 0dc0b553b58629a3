import { databaseUrl } from '../../server/db/engine';
import { sha256Hex } from '../../server/secrets/tokens';
import { textOfEachTable } from './dump';

/** Keys, and tokens of sessions, devices, invitations, links and endpoints: as long as they are made, and nothing beside. */
const CANDIDATES =
  /(?<![0-9A-Za-z])(?:sb_[a-z]{2}_[0-9A-Za-z]{38}|[0-9A-Za-z]{43})(?![0-9A-Za-z])|(?<![\w-])[\w-]{43}(?![\w-])/g;

/** Of the people of the tests; not imported, as that would open a database. */
const PASSWORD = 'four words by chance';

/**
 * Where a database holds, in clear, what it keeps the hash of: `table: the first characters`. So every key and token
 * that a run has handed out is looked for, whoever made it; and the password that people of the tests have.
 */
export async function storedSecrets(url: string): Promise<string[]> {
  const tables = await textOfEachTable(url);
  const hashes = new Set(tables.flatMap(([, text]) => text.match(/\b[0-9a-f]{64}\b/g) ?? []));
  const places = tables.flatMap(([table, text]) =>
    [...new Set(text.match(CANDIDATES))]
      .filter((one) => hashes.has(sha256Hex(one)))
      .concat(text.includes(PASSWORD) ? [PASSWORD] : [])
      .map((secret) => `${table}: ${secret.slice(0, 10)}…`),
  );
  return places;
}

if (import.meta.main) {
  const places = await storedSecrets(databaseUrl);
  process.stdout.write(`${databaseUrl}: ${places.length} secrets in clear\n${places.slice(0, 20).join('\n')}\n`);
  process.exitCode = places.length > 0 ? 1 : 0;
}
