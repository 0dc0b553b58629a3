import { codePoints } from '../../../shared/text';
import commonPasswords from './common-passwords.txt' with { type: 'text' };

const MIN_CHARACTERS = 12;
const MAX_CHARACTERS = 128;
/** Bounds the cost of hashing. */
const MAX_BYTES = 1024;
/** Minimum length without the words about the person and the service. */
const MIN_UNPREDICTABLE = 8;
/** Shorter words occur in good passwords by chance. */
const MIN_KNOWN = 4;

const PRODUCT = 'switchboard';
/** The gap keeps the remaining parts from forming new words. */
const GAP = '\u0000';

interface PasswordOwner {
  email: string;
  name: string;
  host: string;
}

interface PasswordFault {
  code: 'password_too_short' | 'password_too_long' | 'password_too_common' | 'password_too_predictable';
  message: string;
}

let common: Set<string> | undefined;

export function checkPassword(password: string, owner: PasswordOwner): PasswordFault | undefined {
  const length = codePoints(password);
  if (length < MIN_CHARACTERS) {
    return { code: 'password_too_short', message: `Must have at least ${MIN_CHARACTERS} characters.` };
  }
  if (length > MAX_CHARACTERS || Buffer.byteLength(password, 'utf8') > MAX_BYTES) {
    return {
      code: 'password_too_long',
      message: `Must have at most ${MAX_CHARACTERS} characters and ${MAX_BYTES} bytes.`,
    };
  }

  common ??= new Set(commonPasswords.trimEnd().split('\n'));
  const lowered = password.toLowerCase();
  if (common.has(lowered)) {
    return { code: 'password_too_common', message: 'This is a common password. Choose another one.' };
  }

  if (unpredictable(lowered, owner) < MIN_UNPREDICTABLE) {
    return {
      code: 'password_too_predictable',
      message: 'Must not consist mostly of your name, your e-mail address or the name of this service.',
    };
  }
  return undefined;
}

function unpredictable(lowered: string, owner: PasswordOwner): number {
  let rest = lowered;
  for (const word of knownWords(owner)) rest = rest.replaceAll(word, GAP);
  return codePoints(rest.replaceAll(GAP, ''));
}

function knownWords({ email, name, host }: PasswordOwner): string[] {
  const at = email.lastIndexOf('@');
  const wholes = [email.slice(0, Math.max(at, 0)), email.slice(at + 1), name, PRODUCT, host.replace(/:\d+$/, '')];
  const words = new Set<string>();
  for (const whole of wholes) {
    const lowered = whole.toLowerCase();
    for (const word of [lowered, lowered.replaceAll(/\s+/g, ''), ...lowered.split(/[^\p{L}\p{N}]+/u)]) {
      if (codePoints(word) >= MIN_KNOWN) words.add(word);
    }
  }
  return [...words].toSorted((a, b) => b.length - a.length);
}
