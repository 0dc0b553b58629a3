import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a copied command as a person would: in a shell. */
export async function runCommand(command: string): Promise<{ output: string; status: number }> {
  const child = Bun.spawn(['bash', '-c', command.replace(/^curl /, "curl -sS -w '\\n%{http_code}' ")], {
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 10_000,
  });
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) !== 0) throw new Error(`${command}\n${errors}`);
  const at = output.lastIndexOf('\n');
  return { output: output.slice(0, at), status: Number(output.slice(at + 1)) };
}

/** Runs a copied program from a file, and returns what it prints. Throws when it fails. */
export async function runScript(code: string, extension: string, runner: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-sample-'));
  try {
    const file = join(folder, `sample.${extension}`);
    writeFileSync(file, code);
    const child = Bun.spawn([runner, file], { stdout: 'pipe', stderr: 'pipe', timeout: 20_000 });
    const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    if ((await child.exited) !== 0) throw new Error(errors);
    return output;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
