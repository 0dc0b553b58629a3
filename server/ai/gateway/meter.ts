import { NO_TOKENS, reportedUsage, type Price } from './cost';
import type { EndpointForm, JsonRecord, ReportedUsage, TokenUsage } from './form';

const BYTES_PER_TOKEN = 4;

/** Counts the tokens of one answer: the provider’s figures, or an estimate where it reported none. */
export class Meter {
  readonly #form: EndpointForm;
  readonly #price: Price | null;
  readonly #promptEstimate: number;
  #reported: Partial<TokenUsage> | undefined;
  #generatedBytes = 0;

  /** `promptBytes` is the size of the request. */
  constructor(form: EndpointForm, { price, promptBytes }: { price: Price | null; promptBytes: number }) {
    this.#form = form;
    this.#price = price;
    this.#promptEstimate = Math.ceil(promptBytes / BYTES_PER_TOKEN);
  }

  read(data: JsonRecord): void {
    const usage = this.#form.usageOf(data);
    if (usage) this.#reported = { ...this.#reported, ...usage };
    this.#generatedBytes += this.#form.generatedBytes(data);
  }

  get isEstimated(): boolean {
    return this.#reported?.prompt === undefined || this.#reported.completion === undefined;
  }

  get usage(): TokenUsage {
    const estimate = { prompt: this.#promptEstimate, completion: Math.ceil(this.#generatedBytes / BYTES_PER_TOKEN) };
    return { ...NO_TOKENS, ...estimate, ...this.#reported };
  }

  /** Undefined until the provider has reported tokens. */
  get report(): ReportedUsage | undefined {
    return this.isEstimated ? undefined : this.finalReport;
  }

  get finalReport(): ReportedUsage {
    return reportedUsage(this.usage, this.#price, this.isEstimated);
  }
}
