import { serverProgram } from './program';

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

interface CommandOptions {
  /** In front of it, such as `setpriv` with its options. */
  under?: string[];
  /** The folder that it is started in. */
  cwd?: string;
}

/** Runs a command as an operator does, in a process of its own. */
export async function runCommand(
  url: string,
  args: string[],
  env: Record<string, string> = {},
  { under = [], cwd = '.' }: CommandOptions = {},
) {
  const child = Bun.spawn([...under, process.execPath, await serverProgram(), ...args], {
    cwd,
    env: { PATH: Bun.env['PATH'] ?? '', DATABASE_URL: url, SECRET_KEY, PORT: '0', ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { out, err, code };
}
