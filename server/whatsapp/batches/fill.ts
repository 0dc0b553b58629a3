import { CONTENT_SCHEMAS, CONTENT_TYPES, type MessageContent } from '../../../shared/whatsapp/content';
import type { SendError } from '../../../shared/whatsapp/send-errors';
import { fillVariables, variablesIn } from '../../../shared/whatsapp/variables';
import { sendError } from '../send-error';

const invalid = (message: string): { error: SendError } => ({
  error: sendError('invalid_parameter', { message }),
});

/** The content with the recipient's variables, or the reason why it cannot be sent. */
export function fillIn(
  content: MessageContent,
  variables: Readonly<Record<string, string>>,
): { content: MessageContent } | { error: SendError } {
  const names = variablesIn(content);
  if (names.length === 0) return { content };
  const missing = names.find((name) => !Object.hasOwn(variables, name));
  if (missing !== undefined) return invalid(`The recipient has no value for the variable ${missing}.`);

  const filled = fillVariables(content, (name) => variables[name] ?? '');
  const type = CONTENT_TYPES.find((one) => one === content.type);
  const validated = type && CONTENT_SCHEMAS[type].safeParse(filled);
  if (validated?.success === true) return { content: validated.data as MessageContent };
  const issue = validated?.error.issues[0];
  return invalid(`With its variables the content cannot be sent: /${issue?.path.join('/') ?? ''} ${issue?.message}`);
}
