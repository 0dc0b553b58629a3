import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Form } from '../../../ui/form/form';
import { LeaveGuard } from '../../../ui/form/leave-guard';
import { Card } from '../../../ui/page';
import { pairsOf, recordOf, type Pair } from '../../webhooks/form/draft';
import { PairsField } from '../../webhooks/form/pairs-field';
import type { Instance } from '../labels';
import { faultOfPairs } from '../pairs';
import { t } from './texts';
import { useSettingsForm } from './use-settings-form';

interface Values {
  metadata: Pair[];
}

function validate({ metadata }: Values): Record<string, string> {
  const fault = faultOfPairs(metadata);
  return fault === undefined ? {} : { metadata: fault };
}

export function MetadataCard({ of, mayWrite }: { of: Instance; mayWrite: boolean }) {
  const { form, isDirty, save, input } = useSettingsForm<Values>({
    of,
    values: { metadata: pairsOf(of.metadata) },
    validate,
    changeOf: (_base, draft) => ({ metadata: recordOf(draft.metadata) }),
  });
  return (
    <Card title={t('metadata')} actions={<CopyAsCode operation="whatsapp_instances_update" input={input} />}>
      <fieldset disabled={!mayWrite} className="wa-fields">
        <Form form={form} onSubmit={save} submit={t('saveMetadata')}>
          <LeaveGuard isDirty={isDirty} />
          <PairsField
            title={t('pairs')}
            what={t('pair')}
            description={t('metadataHelp')}
            value={form.values.metadata}
            maxLength={{ name: 40, value: 500 }}
            error={form.errors['metadata']}
            onChange={(next) => {
              form.setFieldValue('metadata', next);
              form.clearFieldError('metadata');
            }}
          />
        </Form>
      </fieldset>
    </Card>
  );
}
