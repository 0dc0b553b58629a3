import type { QueryLinkAnalytics } from '../../../shared/links/analytics';
import type { RawAnswer } from '../../raw';
import type { LinksContext } from '../context';
import { csvLine } from '../csv-cells';
import { fileHeaders } from '../file-answer';
import { queryAnalytics } from './service';

export async function exportAnalytics(ctx: LinksContext, input: QueryLinkAnalytics): Promise<RawAnswer> {
  const { rows } = await queryAnalytics(ctx, input);
  const lines = rows.map(({ key, label, clicks, unique_clicks, bot_clicks, share }) =>
    csvLine([key, label, ...[clicks, unique_clicks, bot_clicks, share].map(String)]),
  );
  return {
    headers: fileHeaders(`clicks-by-${input.group_by}`, 'csv'),
    body: csvLine([input.group_by, 'label', 'clicks', 'unique_clicks', 'bot_clicks', 'share']) + lines.join(''),
  };
}
