import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, useState, type ReactNode } from 'react';

import { issueText } from '../../i18n/labels';
import { Actions } from '../actions';
import { codeOf, problemOf, retryAfterOf, errorText } from '../problem';
import { Advice } from '../states/advice';
import { ReportLine } from '../states/report';
import { Note } from '../tag';
import { t } from './texts';
import { useCountdown } from './use-countdown';

import './form.css';

interface FormProps<Values extends object> {
  form: UseFormReturnType<Values>;
  /** A refusal that it throws is shown at its fields. */
  onSubmit: (values: Values) => Promise<unknown>;
  submit: string;
  actions?: ReactNode;
  /** Words for refusals that need others than the server’s. */
  explain?: (error: unknown) => ReactNode;
  isDangerous?: boolean;
  fullWidth?: boolean;
  children: ReactNode;
}

export function Form<Values extends object>(props: FormProps<Values>) {
  const { form, onSubmit, submit, actions, explain, isDangerous = false, fullWidth = false, children } = props;
  const [error, setError] = useState<unknown>();
  const [isPending, setIsPending] = useState(false);
  const [wait, setWait] = useCountdown();
  const element = useRef<HTMLFormElement>(null);
  const faulty = Object.keys(form.errors).filter((name) => form.errors[name]);
  // Those of the entries of a list are one with that of the list.
  const issues = faulty.filter((name) => !faulty.some((other) => name.startsWith(`${other}.`))).length;

  // Counted in the same update as the errors, so that they are rendered when the first takes the focus.
  const [refusals, setRefusals] = useState(0);
  const focusFirst = () => setRefusals((count) => count + 1);
  useEffect(() => {
    if (refusals > 0)
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-faulty] button')?.focus();
  }, [refusals]);

  const send = async (values: Values) => {
    setError(undefined);
    setIsPending(true);
    try {
      await onSubmit(values);
    } catch (caught) {
      const assigned = assignIssues(form, caught);
      setWait(retryAfterOf(caught) ?? 0);
      setError(assigned ? undefined : caught);
      if (assigned) focusFirst();
    } finally {
      setIsPending(false);
    }
  };

  return (
    <form
      ref={element}
      className="form"
      noValidate
      onSubmit={(event) => form.onSubmit((values) => void send(values), focusFirst)(event)}
    >
      {issues > 1 && (
        <Note tone="error" alert>
          {t('checkFields', { count: issues })}
        </Note>
      )}
      {error !== undefined && (
        <Note tone="error" alert>
          {explain?.(error) ?? <Refusal error={error} />}
        </Note>
      )}
      {children}
      <Actions>
        {!fullWidth && actions}
        <Button
          type="submit"
          loading={isPending}
          disabled={wait > 0}
          fullWidth={fullWidth}
          {...(isDangerous ? { color: 'red' } : {})}
        >
          {wait > 0 ? t('waitSeconds', { seconds: wait }) : submit}
        </Button>
        {/* Above each other, the main one comes first. */}
        {fullWidth && actions}
      </Actions>
    </form>
  );
}

function Refusal({ error }: { error: unknown }) {
  const code = codeOf(error);
  const problem = problemOf(error);
  return (
    <>
      {errorText(error)} {code && <Advice code={code} isOwnCall />}
      {(!problem || problem.status >= 500) && <ReportLine error={error} />}
    </>
  );
}

/** Assigns each issue to its field. False when none has a field: then the refusal is shown above the form. */
function assignIssues<Values extends object>(form: UseFormReturnType<Values>, error: unknown): boolean {
  const issues = problemOf(error)?.errors ?? [];
  const errors: Record<string, string> = {};
  for (const { pointer, message } of issues) {
    const path = pathOf(pointer);
    const { field, entry } = fieldOf(form.getValues(), path);
    if (field === '') continue;
    errors[field] ??= issueText(message);
    if (entry !== undefined) errors[`${field}.${entry}`] ??= issueText(message);
  }
  if (Object.keys(errors).length === 0) return false;
  form.setErrors(errors);
  return true;
}

/** `/a/0/b~1c` as `['a', '0', 'b/c']`. */
const pathOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The longest part of the path that is a field: an error inside a list of tags belongs to the list and its entry. */
function fieldOf(values: object, path: readonly string[]): { field: string; entry: string | undefined } {
  let at: unknown = values;
  const known: string[] = [];
  for (const part of path) {
    if (typeof at !== 'object' || at === null || !(part in at)) break;
    known.push(part);
    at = (at as Record<string, unknown>)[part];
    if (Array.isArray(at) && at.every((item) => typeof item !== 'object')) break;
  }
  const entry: unknown = Array.isArray(at) ? at[Number(path[known.length])] : undefined;
  return { field: known.join('.'), entry: typeof entry === 'string' ? entry : undefined };
}
