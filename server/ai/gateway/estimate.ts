import type { Model } from '../../../shared/ai/models';
import type { JsonRecord } from './form';

const PROMPT_BYTES_PER_TOKEN = 3;
/** For models whose limit is unknown. */
const OUTPUT_TOKENS = 4096;

/** Tokens that a call without a limit of its own may generate. */
export const defaultOutputTokens = ({ max_output_tokens: max }: Pick<Model, 'max_output_tokens'>): number =>
  max ?? OUTPUT_TOKENS;

/** Rather too many. */
export const promptTokensOf = (body: JsonRecord): number =>
  Math.ceil(Buffer.byteLength(JSON.stringify(body)) / PROMPT_BYTES_PER_TOKEN);
