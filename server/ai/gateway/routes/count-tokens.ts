import type { CountMessageTokens } from '../../../../shared/ai/messages';
import type { RawAnswer } from '../../../raw';
import type { AiContext } from '../../context';
import { candidatesOf } from '../candidates';
import { estimateTokens } from '../estimate';
import { chatForm } from '../forms/chat';
import { countTokensForm } from '../forms/count-tokens';
import { messagesForm } from '../forms/messages';
import { jsonRoute } from '../route';
import { verbOf } from '../route-verb';

const route = jsonRoute<CountMessageTokens>({ form: countTokensForm, isFree: true });
const count = verbOf(route);
const WAYS = [...route.ways, { form: messagesForm }, { form: chatForm }];

/** The provider’s own count, or an estimate that is marked as one. */
export async function countMessageTokens(ctx: AiContext, input: CountMessageTokens): Promise<RawAnswer> {
  const { models, json } = await route.parse(ctx, input);
  const [{ way }] = await candidatesOf(ctx, { form: countTokensForm, ways: WAYS }, models);
  if (way.form === countTokensForm) return count(ctx, input);
  return {
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ input_tokens: estimateTokens(json), estimated: true }),
  };
}
