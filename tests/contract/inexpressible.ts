/** A rule of the server that JSON Schema cannot state: a request may break it and be valid by the document. */
interface Inexpressible {
  /** Where the faulty field is, as a JSON Pointer. */
  pointer: RegExp;
  code: RegExp;
  why: string;
}

export const INEXPRESSIBLE: Inexpressible[] = [
  {
    pointer: /\/buttons\/\d+\/(?:id|title)$/,
    code: /^duplicate$/,
    why: '`uniqueItems` compares whole objects, not one of their fields',
  },
  {
    pointer: /\/rows\/\d+\/id$/,
    code: /^duplicate$/,
    why: '`uniqueItems` compares whole objects, and only within one list',
  },
  { pointer: /\/sections$/, code: /^too_many$/, why: 'the rows of several lists are counted together' },
  { pointer: /\/selectable_count$/, code: /^too_big$/, why: 'a number is compared with the length of a list' },
  { pointer: /\/quiet_hours\/to$/, code: /^invalid$/, why: 'two fields must differ' },
  { pointer: /\/timezone$/, code: /^unknown_timezone$/, why: 'the list of time zones changes with the server' },
  { pointer: /\/(?:at|schedule_at)$/, code: /^invalid_datetime$/, why: 'a pattern does not know the days of a month' },
  { pointer: /\/(?:at|schedule_at)$/, code: /^in_past$/, why: 'a time is compared with the clock' },
  { pointer: /\/(?:filter|filter\/\d+|if)$/, code: /^invalid_condition$/, why: 'conditions have a grammar' },
  {
    pointer: /\/(?:mapping|actions|signed|body|(?:dedupe|debounce)\/key)\b/,
    code: /^invalid_template$/,
    why: 'templates have a grammar',
  },
  { pointer: /\/(?:trigger\/cron|slots\/\d+)$/, code: /^(?:invalid_cron|never)$/, why: 'cron has a grammar' },
  { pointer: /\/trigger\/ends_at$/, code: /^never$/, why: 'a time is compared with the next one of the schedule' },
];

interface Problem {
  code?: string;
  errors?: { pointer: string; code: string }[];
}

/** Whether each fault that a 400 lists is one that no schema can state. */
export function isInexpressible(text: string): boolean {
  const { code, errors = [] } = JSON.parse(text) as Problem;
  if (code !== 'validation_failed' || errors.length === 0) return false;
  return errors.every((error) =>
    INEXPRESSIBLE.some((rule) => rule.pointer.test(error.pointer) && rule.code.test(error.code)),
  );
}
