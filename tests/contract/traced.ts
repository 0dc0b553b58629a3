import type { Database, OpenStore } from '../../server/db/database';

export interface Statement {
  sql: string;
  params: unknown[];
}

interface Query {
  sql: string;
}

const BUILDERS = ['select', 'insert', 'update', 'delete', '$count'] as const;
const SCOPED = /\/server\/db\/scoped\.ts/;
const UNSCOPED =
  /at (?:async )?(\S+) \(\S*\/server\/(?:(?:\S*\/)?(?:queries|system)\/|db\/(?:insert-new|applied-migrations)\.ts)/;

/**
 * A database that knows of each statement which function built it: `scoped`, the names of functions in `queries/` and `system/`,
 * or `elsewhere`. The builder is made in the frame of that function; the statement itself is sent from a later turn of
 * the loop, where nothing tells whose it is.
 */
export function traced(database: Database) {
  const sources = new Map<string, Set<string>>();
  const statements: Statement[] = [];
  database.observe((sql, params) => void statements.push({ sql, params }));

  const note = ({ sql }: Query, names: readonly string[]) => {
    const known = sources.get(sql) ?? new Set();
    for (const name of names) known.add(name);
    sources.set(sql, known);
  };

  const wrap = <S extends OpenStore>(store: S): S => ({
    ...store,
    ...Object.fromEntries(
      BUILDERS.map((name) => [
        name,
        (...args: unknown[]) => {
          const builder = (store[name] as unknown as (...all: unknown[]) => Built)(...args);
          const names = sourcesOf(new Error().stack ?? '');
          builder.session = listened(builder.session, (query) => note(query, names));
          return builder;
        },
      ]),
    ),
    run: (text: string, params: Parameters<OpenStore['run']>[1]) => {
      note({ sql: text }, sourcesOf(new Error().stack ?? ''));
      return store.run(text, params);
    },
    read: (text: string, params: Parameters<OpenStore['read']>[1]) => {
      note({ sql: text }, sourcesOf(new Error().stack ?? ''));
      return store.read(text, params);
    },
    transaction: (work: (tx: OpenStore) => Promise<unknown>) => store.transaction((tx) => work(wrap(tx as OpenStore))),
  });

  return {
    store: wrap(database as Database & OpenStore) as Database,
    /** What reached the database since the last call. */
    take: () => statements.splice(0),
    sourcesOf: (sql: string): readonly string[] => [...(sources.get(sql) ?? ['elsewhere'])],
    stop: () => database.observe(undefined),
  };
}

interface Built {
  session: object;
}

/** The session, telling of each query that is made through it. */
function listened(session: object, seen: (query: Query) => void): object {
  return new Proxy(session, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (name !== 'prepareQuery' && name !== 'prepareOneTimeQuery') return value;
      return (query: Query, ...rest: unknown[]) => {
        seen(query);
        return (value as (...all: unknown[]) => unknown).call(target, query, ...rest);
      };
    },
  });
}

function sourcesOf(stack: string): string[] {
  const lines = stack.split('\n');
  if (lines.some((line) => SCOPED.test(line))) return ['scoped'];
  const names = lines.flatMap((line) => UNSCOPED.exec(line)?.[1] ?? []);
  return names.length > 0 ? names : ['elsewhere'];
}
