/**
 * The launcher’s report of its steps. In a terminal each is one line, which counts the seconds beside those of the
 * last time; elsewhere it is a line at its start. Plain JavaScript, as the launcher is.
 */
import * as fs from 'node:fs';
import { dirname } from 'node:path';

const TICK_MS = 100;
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const CLEAR_LINE = '\r\u001B[2K';

/** `0.4 s`, `18 s`, `2 min 5 s`. */
export function formatSeconds(ms) {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Milliseconds that each step took the last time, by its name. */
function readTimes(file) {
  try {
    const times = JSON.parse(fs.readFileSync(file, 'utf8'));
    return Object.fromEntries(Object.entries(times).filter(([, ms]) => Number.isFinite(ms) && ms > 0));
  } catch {
    return {};
  }
}

/** The next start only counts without an estimate if this fails. */
function storeTimes(file, times) {
  try {
    fs.mkdirSync(dirname(file), { recursive: true });
    fs.writeFileSync(file, JSON.stringify(times));
  } catch {}
}

/** `file` keeps the times, `stream` is the terminal or log. */
export function createProgress({ stream, file, now = () => performance.now() }) {
  const isTerminal = stream.isTTY === true;
  const clear = isTerminal ? CLEAR_LINE : '';
  const print = (text) => stream.write(`${clear}${text}\n`);

  /** Runs `work`, which resolves to an exit code. `doing` and `done` are what is said meanwhile and afterwards. */
  async function step(name, { doing, done }, work) {
    const expected = readTimes(file)[name];
    const began = now();
    let frame = 0;
    const draw = () => {
      const about = expected === undefined ? '' : ` of about ${formatSeconds(expected)}`;
      const line = `${FRAMES[frame % FRAMES.length]} ${doing}… ${formatSeconds(now() - began)}${about}`;
      // A line that wraps could not be written over.
      stream.write(`${clear}${line.slice(0, (stream.columns || 80) - 1)}`);
      frame += 1;
    };
    if (isTerminal) draw();
    else print(`${doing}…${expected === undefined ? '' : ` About ${formatSeconds(expected)}.`}`);
    const ticks = isTerminal ? setInterval(draw, TICK_MS) : undefined;

    let code;
    try {
      code = await work();
    } finally {
      clearInterval(ticks);
      if (isTerminal) stream.write(clear);
    }
    const took = now() - began;
    if (code === 0) {
      // Another process may have stored the times of other steps meanwhile.
      storeTimes(file, { ...readTimes(file), [name]: Math.round(took) });
      if (isTerminal) print(`✓ ${done} in ${formatSeconds(took)}`);
    }
    return code;
  }

  return { isTerminal, print, step };
}
