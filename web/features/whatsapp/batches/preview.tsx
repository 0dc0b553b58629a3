import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../../trpc';
import type { SendContent } from '../messages/composer/draft';
import type { Content } from '../messages/labels';
import { ContentView } from '../phone/content-view';
import { useInstance } from '../use-instance';
import { t } from './texts';

import '../phone/phone.css';
import './batches.css';

/** Of a text that nobody wrote yet. */
const isBlank = (content: Content): boolean =>
  ('text' in content && content.text?.trim() === '') || ('body' in content && content.body.trim() === '');

export function BatchPreview({ content }: { content: Content | SendContent }) {
  const trpc = useTRPC();
  const { id } = useInstance();
  const mediaId = 'media' in content && 'media_id' in content.media ? content.media.media_id : undefined;
  const media = useQuery(
    trpc.whatsapp.media.get.queryOptions(
      { instance_id: id, media_id: mediaId ?? '' },
      { enabled: mediaId !== undefined },
    ),
  );
  const of = { content: content as Content, media: media.data ?? null, deleted_at: null };
  return (
    <div className="batch-wall">
      <div className="bubble-row" data-ours="true">
        <div className="bubble">
          {isBlank(of.content) ? <em className="dimmed">{t('noText')}</em> : <ContentView of={of} />}
        </div>
      </div>
    </div>
  );
}
