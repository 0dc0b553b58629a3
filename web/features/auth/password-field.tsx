import { PasswordInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconCheck, IconPointFilled } from '@tabler/icons-react';

import { t } from './texts';

import '../../ui/form/form.css';

const MIN = 12;
const MAX = 128;
const MIN_UNPREDICTABLE = 8;
const MIN_KNOWN = 4;
const NOTHING: readonly string[] = [];

interface NewPasswordProps<V extends object> {
  form: UseFormReturnType<V>;
  name?: string;
  label?: string;
  /** What the password may not consist of: the person’s name and email address. */
  known?: readonly string[];
}

export function NewPassword<V extends object>({
  form,
  name = 'password',
  label = t('password'),
  known = NOTHING,
}: NewPasswordProps<V>) {
  const value = (form.values as Record<string, string>)[name] ?? '';
  const length = codePoints(value);
  const rules: [met: boolean, text: string][] = [
    [length >= MIN && length <= MAX, t('ruleLength', { min: MIN })],
    [length >= MIN && unpredictable(value, known) >= MIN_UNPREDICTABLE, t('ruleKnown')],
  ];
  return (
    <div>
      <PasswordInput label={label} autoComplete="new-password" {...form.getInputProps(name as never)} />
      <ul className="rules" aria-label={t('rules')}>
        {rules.map(([isMet, text]) => (
          <li key={text} data-met={isMet}>
            {isMet ? <IconCheck size={13} aria-hidden /> : <IconPointFilled size={13} aria-hidden />}
            {text}
            <span className="visually-hidden">{t(isMet ? 'met' : 'notMet')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Characters left when every known word is removed. */
function unpredictable(password: string, known: readonly string[]): number {
  const words = known
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => codePoints(word) >= MIN_KNOWN);
  const rest = [...words, 'switchboard'].reduce((text, word) => text.replaceAll(word, ''), password.toLowerCase());
  return codePoints(rest);
}

/** Not the one of shared/text.ts, which would bring zod to every page with a password. */
const codePoints = (text: string): number => Array.from(text).length;
