import type { JsonObject } from '../../json-object';
import { NO_TOKENS, reportedUsage, type Price } from './cost';
import type { EndpointForm, ReportedUsage, TokenUsage, UsageSoFar } from './form';

const BYTES_PER_TOKEN = 4;

interface MeterOptions {
  price: Price | null;
  promptBytes: number;
  audioSeconds?: number | undefined;
}

/** Takes the provider’s numbers, or an estimate where it reported none. */
export class Meter implements UsageSoFar {
  readonly #form: EndpointForm;
  readonly #price: Price | null;
  readonly #promptEstimate: number;
  readonly #audioEstimate: number | undefined;
  readonly #counts: JsonObject = {};
  #generatedBytes = 0;

  /** `promptBytes` is the size of the request; `audioSeconds` an estimate for recordings. */
  constructor(form: EndpointForm, { price, promptBytes, audioSeconds }: MeterOptions) {
    this.#form = form;
    this.#price = price;
    this.#promptEstimate = Math.ceil(promptBytes / BYTES_PER_TOKEN);
    this.#audioEstimate = price?.audioMinute == null ? undefined : audioSeconds;
  }

  read(data: JsonObject): void {
    const counts = this.#form.usageIn(data);
    if (counts) this.#add(counts);
    this.#generatedBytes += this.#form.generatedBytes(data);
  }

  /** Of a whole answer that ends before it can be read. */
  readPart(bytes: number): void {
    this.#generatedBytes += bytes;
  }

  #add(counts: JsonObject): void {
    for (const [name, count] of Object.entries(counts)) {
      // Some servers send the real numbers only once, and zeros before or after.
      const addsNothing = count === null || (count === 0 && this.#counts[name] !== undefined);
      if (!addsNothing) this.#counts[name] = count;
    }
  }

  get #reported(): Partial<TokenUsage> {
    return this.#form.tokensOf(this.#counts);
  }

  get isEstimated(): boolean {
    const { prompt, completion, audioSeconds } = this.#reported;
    if (this.#audioEstimate !== undefined) return audioSeconds === undefined;
    return prompt === undefined || completion === undefined;
  }

  get usage(): TokenUsage {
    // By the minute, providers report no tokens.
    if (this.#audioEstimate !== undefined) {
      return { ...NO_TOKENS, audioSeconds: this.#audioEstimate, ...this.#reported };
    }
    const estimate = { prompt: this.#promptEstimate, completion: Math.ceil(this.#generatedBytes / BYTES_PER_TOKEN) };
    return { ...NO_TOKENS, ...estimate, ...this.#reported };
  }

  get report(): ReportedUsage | undefined {
    return this.isEstimated ? undefined : this.finalReport;
  }

  get finalReport(): ReportedUsage {
    return reportedUsage(this.usage, this.#price, this.isEstimated);
  }
}
