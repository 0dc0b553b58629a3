import type { Plugin } from 'vite';

/** Statements that keep unused parts of the client in the first load, because they run when its module does. */
const KEEPERS = [
  // The WebSocket client; the console reads server-sent events.
  {
    id: /@trpc\/client\/dist\/wsLink-[\w-]+\.mjs$/,
    statement: /^_defineProperty\(WsConnection, "connectCount", 0\);$/m,
  },
  // Generators for browsers without them.
  { id: /@trpc\/client\/dist\/index\.mjs$/, statement: /^AsyncGenerator\.prototype\[[\s\S]*?^};$/m },
];

/** The unused parts of the client are 2 KB of the first load. */
export const trimTrpc: Plugin = {
  name: 'trim-trpc',
  enforce: 'pre',
  transform: {
    filter: { id: KEEPERS.map(({ id }) => id) },
    handler(code, from) {
      const keeper = KEEPERS.find(({ id }) => id.test(from));
      if (!keeper?.statement.test(code)) throw new Error('tRPC’s client has changed: look at web/trim-trpc.ts again.');
      return { code: code.replace(keeper.statement, ''), map: null };
    },
  },
};
