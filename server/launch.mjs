/**
 * `npm start` and `npm test` from a bare clone, with only Node and npm or only Bun on the machine:
 * install when the tree is stale, build the console and the server when they are stale, then hand over to the pinned Bun.
 *
 * Plain JavaScript without dependencies, because it runs before anything is installed, under Node or Bun.
 * package.json calls it with `exec`: otherwise npm's `sh` stays between and dies of a SIGTERM without passing it on.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { availableParallelism, constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { createProgress } from './launch-progress.mjs';

const bunIn = (root) => join(root, 'node_modules/bun/bin/bun.exe'); // called so on every platform
const markerIn = (root) => join(root, 'node_modules/.switchboard-installed');
const SERVER = 'dist/server/main.js';
const SOURCE = 'server/main.ts';
const serverMarkerIn = (root) => join(root, 'dist/server/sources');
const manifest = (root) => JSON.parse(fs.readFileSync(join(root, 'package.json'), 'utf8'));
/** They share the files of a run, each with a database (tests/support/preload.ts) and 0.5 GB; half of a test is waiting. */
const TEST_PROCESSES = Math.min(4, availableParallelism() + 1);
/** With Bun's 256, calls of slow AI models would hold up every other request of the process. */
const MAX_HTTP_REQUESTS = '4096';
const ownRoot = fileURLToPath(new URL('..', import.meta.url));
/** On stderr: stdout belongs to the command. */
const progress = createProgress({
  stream: process.stderr,
  file: join(ownRoot, 'node_modules/.switchboard-times.json'),
});
const say = progress.print;
/** A build prints to stderr, like every word of ours; in a terminal only when it fails, since a line counts there. */
const BUILD_OUTPUT = progress.isTerminal ? 'pipe' : 2;

/** What an installed tree depends on. The platform counts: node_modules may be shared with a container. */
export function fingerprint(root) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  for (const name of ['package.json', 'bun.lock']) hash.update(fs.readFileSync(join(root, name)));
  return hash.digest('hex');
}

export function installNeeded(root) {
  if (!fs.existsSync(bunIn(root)) || !fs.existsSync(markerIn(root))) return true;
  return fs.readFileSync(markerIn(root), 'utf8') !== fingerprint(root);
}

/** Newest change below `path` in milliseconds; folders count, so that a deleted file does too. */
function newest(path) {
  const stat = fs.statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;

  return fs.readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), stat.mtimeMs);
}

export function buildNeeded(root) {
  if (!manifest(root).scripts?.build) return false;

  const sources = ['web', 'shared', 'package.json', 'bun.lock', 'tsconfig.json'];
  const built = newest(join(root, 'dist/console/preload.json')); // written last

  return sources.some((name) => newest(join(root, name)) > built);
}

/** What a built server depends on; times are compared for equality, since an older version is no longer valid either. */
export function serverFingerprint(root) {
  const hash = createHash('sha256').update(`${root}\n${fingerprint(root)}\n`);
  const add = (path) => {
    const stat = fs.statSync(path);
    if (stat.isDirectory()) for (const name of fs.readdirSync(path).toSorted()) add(join(path, name));
    else hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`);
  };
  for (const folder of ['server', 'shared']) add(join(root, folder));
  return hash.digest('hex');
}

export function serverBuildNeeded(root) {
  if (!fs.existsSync(join(root, SERVER)) || !fs.existsSync(serverMarkerIn(root))) return true;
  return fs.readFileSync(serverMarkerIn(root), 'utf8') !== serverFingerprint(root);
}

/** Bun's arguments. `start` alone, or with options only, serves; `start doctor` runs another command. */
export function bunArguments(mode, args, program = SOURCE) {
  if (mode === 'test') return ['test', `--parallel=${TEST_PROCESSES}`, '--no-isolate', '--timeout=120000', ...args];

  const command = args[0] && !args[0].startsWith('-') ? args : ['serve', ...args];

  // A server must not outlive a launcher that was killed outright.
  return ['--no-orphans', program, ...command];
}

let child;
let stopping = false;
function stop(signal) {
  stopping = true;
  // A terminal sends Ctrl-C to the whole group; a second copy could cut the server's shutdown short.
  if (signal !== 'SIGINT' || !process.stdin.isTTY) child?.kill(signal);
}

/**
 * Runs a program and resolves to its exit code as a shell would say it.
 * Piped output is shown only when the program fails, and then its end: Bun names every package it could not get.
 */
function run(root, program, args, output = 'inherit') {
  const printed = [];
  // oxlint-disable-next-line node/no-process-env
  const env = { BUN_CONFIG_MAX_HTTP_REQUESTS: MAX_HTTP_REQUESTS, ...process.env };
  child = spawn(program, args, { cwd: root, env, stdio: ['inherit', output, output] });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(chunk));

  return new Promise((resolve) => {
    child.on('error', (error) => printed.push(Buffer.from(error.message)));
    child.on('close', (code, signal) => {
      const result = signal ? 128 + constants.signals[signal] : (code ?? 127);
      const lines = Buffer.concat(printed).toString().trim().split(/\s*\n/);
      if (result && printed.length) say(lines.slice(-8).join('\n'));
      resolve(result);
    });
  });
}

const works = (bun, version) =>
  spawnSync(bun, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).stdout?.trim() === version;

/**
 * Downloads the pinned Bun beside the tree and returns its path, or undefined. Not `npx bun`: that needs the
 * package's install script, which npm 12 and `ignore-scripts` do not run. The platform's package needs none.
 */
async function downloadBun(root, version, folder) {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const patience = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000']; // npm's own: 70 s without a network
  const [program, ...args] = process.versions.bun
    ? [process.execPath, 'add', '--cwd', folder]
    : ['npm', 'install', '--prefix', folder, '--include=optional', '--loglevel=error', ...patience];
  if (await run(root, program, [...args, '--ignore-scripts', `bun@${version}`], 'pipe')) return undefined;

  const packages = join(folder, 'node_modules/@oven');
  const names = fs.existsSync(packages) ? fs.readdirSync(packages) : [];

  return names.map((name) => join(packages, name, 'bin/bun')).find((path) => works(path, version));
}

/** Installs what bun.lock says, with the Bun that package.json pins. Returns an exit code. */
async function install(root) {
  const version = manifest(root).dependencies.bun;
  const hash = fingerprint(root);
  const folder = join(root, 'node_modules/.switchboard-bun');

  const present = [bunIn(root), process.versions.bun ? process.execPath : 'bun'];
  const bun = present.find((path) => works(path, version)) ?? (await downloadBun(root, version, folder));
  if (!bun) return 1;

  const code = await run(root, bun, ['install', '--frozen-lockfile'], 'pipe');
  if (code) return code;

  // With `ignore-scripts` in the user's npmrc the package is still a placeholder; this is its own install step.
  if (!works(bunIn(root), version)) {
    const failed = await run(root, bun, [join(root, 'node_modules/bun/install.js')], 'pipe');
    if (failed) return failed;
  }
  fs.rmSync(folder, { recursive: true, force: true });
  fs.writeFileSync(markerIn(root), hash);
  return 0;
}

/** The holder is gone, or has been at it longer than any install takes (a pid may be from another container). */
function abandoned(lock) {
  try {
    if (Date.now() - fs.statSync(lock).mtimeMs > 10 * 60_000) return true;
    const pid = Number(fs.readFileSync(lock, 'utf8'));
    return pid === process.pid || (pid > 0 && !process.kill(pid, 0)); // containers count pids from 1 again
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** One process prepares the tree at a time; the others wait and then find nothing to do. */
async function locked(root, work) {
  const lock = join(root, 'node_modules/.switchboard-lock');
  fs.mkdirSync(join(root, 'node_modules'), { recursive: true });

  for (let told = false; ; told = true) {
    if (stopping) return 130; // as after Ctrl-C
    try {
      fs.writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (abandoned(lock)) fs.rmSync(lock, { force: true });
    else if (!told) say('Waiting for another process that prepares this tree…');
    await wait(100);
  }

  return work().finally(() => fs.rmSync(lock, { force: true }));
}

/** Without it the server starts from its sources, only later. */
async function buildServer(root) {
  const hash = serverFingerprint(root); // before, since a source may change meanwhile
  const words = { doing: 'Building the server', done: 'Server built' };
  const code = await progress.step('server', words, () => run(root, bunIn(root), ['server/build.ts'], BUILD_OUTPUT));
  if (code) say('The server could not be built. It starts from its sources instead.');
  else fs.writeFileSync(serverMarkerIn(root), hash);
}

async function prepare(root, build) {
  const installing = { doing: 'Installing dependencies', done: 'Dependencies installed' };
  const code = installNeeded(root) ? await progress.step('install', installing, () => install(root)) : 0;
  if (code && !stopping) {
    say('\nThe dependencies could not be installed; the reason is above. Then run the same command again.');
    say('No network, or a proxy: set HTTPS_PROXY, or NPM_CONFIG_REGISTRY to a registry that you can reach.');
    say('package.json changed: run `bun install` and commit bun.lock.');
  }
  if (code || !build) return code;

  if (serverBuildNeeded(root)) await buildServer(root);
  if (stopping || !buildNeeded(root)) return 0;

  const building = { doing: 'Building the console', done: 'Console built' };
  return progress.step('console', building, () => run(root, bunIn(root), ['run', 'build'], BUILD_OUTPUT));
}

async function main(root, mode, args) {
  const isTest = mode === 'test';
  const build = !isTest && bunArguments(mode, args).includes('serve'); // only the server shows the console
  let isStale = isTest || serverBuildNeeded(root);
  if (installNeeded(root) || (build && (isStale || buildNeeded(root)))) {
    const code = await locked(root, () => prepare(root, build));
    if (code || stopping) return code || 130;
    isStale = serverBuildNeeded(root);
  }

  return run(root, bunIn(root), bunArguments(mode, args, isStale ? SOURCE : SERVER));
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  const parent = process.ppid;
  // npm dies alone of SIGKILL and SIGHUP; the server must not keep the port after it.
  // oxlint-disable-next-line node/no-process-env
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid === parent || stop('SIGTERM'), 500).unref();
  const [mode = 'start', ...args] = process.argv.slice(2);
  process.exitCode = await main(ownRoot, mode, args);
}
