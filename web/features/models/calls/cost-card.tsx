import { Detail, DetailList } from '../../../ui/detail/detail-list';
import { formatDuration } from '../../../ui/format';
import { Card } from '../../../ui/page';
import { Tag } from '../../../ui/tag';
import { formatDollars, formatUsd, perMillion } from '../money';
import { costStatusOf, type ModelCall } from './labels';
import { t } from './texts';

export function CostCard({ of }: { of: ModelCall }) {
  const { price } = of;
  return (
    <Card title={t('tokensAndCost')}>
      <DetailList>
        <Detail name={t('input')}>
          {listed(
            t('tokens', { count: of.prompt_tokens }),
            of.cached_tokens > 0 && t('cached', { count: of.cached_tokens }),
            of.cache_write_tokens > 0 && t('cacheWritten', { count: of.cache_write_tokens }),
          )}
        </Detail>
        {of.audio_seconds > 0 && <Detail name={t('recording')}>{formatDuration(of.audio_seconds * 1000)}</Detail>}
        <Detail name={t('output')}>
          {listed(
            t('tokens', { count: of.completion_tokens }),
            of.reasoning_tokens > 0 && t('reasoning', { count: of.reasoning_tokens }),
          )}
        </Detail>
        <Detail name={t('cost')}>
          {formatUsd(of.cost_micro_usd)}{' '}
          {of.cost_status !== 'exact' && <Tag tone="warning">{costStatusOf(of.cost_status)}</Tag>}
        </Detail>
        {price && (
          <>
            <Detail name={t('price')}>
              <span className="numbers">{pricesOf(price)}</span>
            </Detail>
            <Detail name={t('priceVersion')}>
              <span className="mono">{price.version}</span>
            </Detail>
          </>
        )}
      </DetailList>
    </Card>
  );
}

const listed = (...parts: (string | false)[]): string => parts.filter(Boolean).join(', ');

function pricesOf(price: NonNullable<ModelCall['price']>): string {
  const { prompt, completion, input_cache_read: read, input_cache_write: write, audio_minute: minute, request } = price;
  return listed(
    t('inputPrice', { price: perMillion(prompt) }),
    t('outputPrice', { price: perMillion(completion) }),
    read !== null && t('cacheReadPrice', { price: perMillion(read) }),
    write !== null && t('cacheWritePrice', { price: perMillion(write) }),
    minute !== null && t('audioPrice', { price: formatDollars(minute) }),
    Number(request) > 0 && t('callPrice', { price: formatDollars(request) }),
  );
}
