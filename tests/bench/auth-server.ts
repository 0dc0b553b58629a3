/** One of the servers of `auth.ts`: bare routes that check who calls; prints its address once it listens. */
import { type Address, cpuMicroseconds } from './cpu-load';

export interface AuthBench {
  /** For the header of that name. */
  cookie: string;
  key: string;
  /** By the name of their route. */
  checks: Record<string, (request: Request) => Promise<boolean>>;
}
export type AuthServer = Address & Pick<AuthBench, 'cookie' | 'key'>;

const [kind] = process.argv.slice(2);
const { bench } = await (kind === 'theirs' ? import('./auth-theirs') : import('./auth-ours'));
const { cookie, key, checks } = bench;

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const { pathname } = new URL(request.url);
    if (pathname === '/healthz/cpu') return new Response(cpuMicroseconds());
    const isKnown = await checks[pathname.slice(1)]?.(request);
    return new Response(null, { status: isKnown ? 204 : 401 });
  },
});
process.stdout.write(JSON.stringify({ url: `http://127.0.0.1:${server.port}`, cookie, key } satisfies AuthServer));
