import { CONTENT_SCHEMAS, CONTENT_TYPES, type MessageContent } from '../../../shared/whatsapp/content';
import { SEND_ERRORS, type SendError } from '../../../shared/whatsapp/send-errors';
import { fillVariables, variablesIn } from '../../../shared/whatsapp/variables';

const invalid = (message: string): { error: SendError } => ({
  error: { code: 'invalid_parameter', ...SEND_ERRORS.invalid_parameter, message, retry_after_ms: null, provider: null },
});

/** The content with the variables of a recipient in their places, or why it cannot be sent so. */
export function fillIn(
  content: MessageContent,
  variables: Readonly<Record<string, string>>,
): { content: MessageContent } | { error: SendError } {
  const names = variablesIn(content);
  // It was judged when the batch was made.
  if (names.length === 0) return { content };
  const missing = names.find((name) => !Object.hasOwn(variables, name));
  if (missing !== undefined) return invalid(`The recipient has no value for the variable ${missing}.`);

  const filled = fillVariables(content, (name) => variables[name] ?? '');
  const type = CONTENT_TYPES.find((one) => one === content.type);
  const judged = type && CONTENT_SCHEMAS[type].safeParse(filled);
  if (judged?.success === true) return { content: judged.data as MessageContent };
  const issue = judged?.error.issues[0];
  return invalid(`With its variables the content cannot be sent: /${issue?.path.join('/') ?? ''} ${issue?.message}`);
}
