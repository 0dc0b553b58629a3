import { CONTENT_SCHEMAS, CONTENT_TYPES, type MessageContent } from '../../../shared/whatsapp/content';
import { SEND_ERRORS, type SendError } from '../../../shared/whatsapp/send-errors';

const HOLE = /\{\{\s*([a-z0-9_]{1,64})\s*\}\}/g;
/** What names something, or is a file, is nobody’s text. */
const FIXED: ReadonlySet<string> = new Set(['type', 'media', 'language', 'sub_type', 'parameter_name']);

const invalid = (message: string): { error: SendError } => ({
  error: { code: 'invalid_parameter', ...SEND_ERRORS.invalid_parameter, message, retry_after_ms: null, provider: null },
});

/** The content with the variables of a recipient in their places, or why it cannot be sent so. */
export function fillIn(
  content: MessageContent,
  variables: Readonly<Record<string, string>>,
): { content: MessageContent } | { error: SendError } {
  const missing = new Set<string>();
  let isFilled = false;
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') {
      return value.replaceAll(HOLE, (_, name: string) => {
        isFilled = true;
        if (!Object.hasOwn(variables, name)) missing.add(name);
        return variables[name] ?? '';
      });
    }
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, FIXED.has(key) ? part : fill(part)]));
  };

  const filled = fill(content);
  const [first] = missing;
  if (first !== undefined) return invalid(`The recipient has no value for the variable ${first}.`);
  // It was judged when the batch was made.
  if (!isFilled) return { content };
  const type = CONTENT_TYPES.find((one) => one === content.type);
  const judged = type && CONTENT_SCHEMAS[type].safeParse(filled);
  if (judged?.success === true) return { content: judged.data as MessageContent };
  const issue = judged?.error.issues[0];
  return invalid(`With its variables the content cannot be sent: /${issue?.path.join('/') ?? ''} ${issue?.message}`);
}
