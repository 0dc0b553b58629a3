import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useTRPC } from '../../../trpc';
import { CodeBlock } from '../../../ui/code/code-block';
import { CopyId } from '../../../ui/code/copy';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { DetailList } from '../../../ui/detail/detail-list';
import { Sheet } from '../../../ui/dialog/dialog';
import { Card } from '../../../ui/page';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { Note, Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { useInstance } from '../use-instance';
import { Components } from './components';
import { CATEGORIES, languageOf, QUALITIES, statusOf, type Template } from './labels';
import { t } from './texts';

interface TemplateSheetProps {
  templateId: string;
  onClose: () => void;
}

export function TemplateSheet({ templateId, onClose }: TemplateSheetProps) {
  const trpc = useTRPC();
  const { id } = useInstance();
  const query = useQuery(trpc.whatsapp.templates.get.queryOptions({ instance_id: id, template_id: templateId }));
  return (
    <Sheet title={query.data?.name ?? t('template')} size={720} onClose={onClose}>
      <Content query={query} what={t('templateNoun')} loading={<Loading shape="form" />}>
        {(template) => <Detail of={template} />}
      </Content>
    </Sheet>
  );
}

function Detail({ of }: { of: Template }) {
  const { id: ws } = useWorkspace();
  const maySend = useCan()('whatsapp.messages:send');
  const { label, tone } = statusOf(of.status);
  return (
    <div className="wa-stack">
      {of.rejection_reason !== null && <Note tone="error">{t('rejected', { reason: of.rejection_reason })}</Note>}
      <DetailList>
        <dt>{t('status')}</dt>
        <dd>
          <Tag tone={tone} dot>
            {label}
          </Tag>
        </dd>
        <dt>{t('language')}</dt>
        <dd>
          {languageOf(of.language)} <span className="mono dimmed">{of.language}</span>
        </dd>
        <dt>{t('category')}</dt>
        <dd>{CATEGORIES[of.category]}</dd>
        <dt>{t('quality')}</dt>
        <dd>{QUALITIES[of.quality]}</dd>
        <dt>{t('variables')}</dt>
        <dd>{of.parameter_format === 'named' ? t('named') : t('numbered')}</dd>
        <dt>{t('id')}</dt>
        <dd>
          <CopyId id={of.id} />
        </dd>
        <dt>{t('updated')}</dt>
        <dd>
          <Time at={of.updated_at} />
        </dd>
      </DetailList>
      <div className="wa-line">
        {maySend && of.status === 'approved' && (
          <Button
            size="xs"
            component={Link}
            to="/w/$ws/whatsapp/$instance/tester"
            params={{ ws, instance: of.instance_id } as never}
            search={{ template: of.id } as never}
          >
            {t('sendInTester')}
          </Button>
        )}
        <CopyAsCode operation="whatsapp_templates_get" input={{ instance_id: of.instance_id, template_id: of.id }} />
      </div>
      <Card title={t('preview')}>
        <Components of={of.components} />
      </Card>
      <Card title={t('definition')}>
        <CodeBlock code={JSON.stringify(of.components, null, 2)} language="json" label={t('components')} />
      </Card>
    </div>
  );
}
