import { Sheet } from '../../../../ui/dialog/dialog';
import { t } from '../texts';
import { TestForm } from './test-form';
import type { WebhookTest } from './use-webhook-test';

export function TestSheet({ test, onClose }: { test: WebhookTest; onClose: () => void }) {
  return (
    <Sheet title={t('testTitle')} size={720} onClose={onClose}>
      <TestForm test={test} />
    </Sheet>
  );
}
