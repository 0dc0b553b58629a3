import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { Card } from '../../../../ui/page';
import type { Webhook } from '../../labels';
import { t } from '../texts';
import { TestForm } from './test-form';
import { useWebhookTest } from './use-webhook-test';

export function TestPanel({ of }: { of: Webhook }) {
  const test = useWebhookTest(of.id);
  return (
    <Card title={t('testTitle')} actions={<CopyAsCode operation="webhooks_test" input={() => test.input} />}>
      <TestForm test={test} />
    </Card>
  );
}
