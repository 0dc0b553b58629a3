import { NumberInput, Radio } from '@mantine/core';

import { labelOf } from '../../../i18n/labels';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Form } from '../../../ui/form/form';
import { LeaveGuard } from '../../../ui/form/leave-guard';
import { Card } from '../../../ui/page';
import type { Driver, Instance } from '../labels';
import { useDriver } from '../use-drivers';
import { t } from './texts';
import { useSettingsForm } from './use-settings-form';

const MAX_PER_MINUTE = 60_000;
const MAX_PAUSE = 60_000;
const MAX_NEW = 1_000_000;

/** A number field that is emptied holds an empty text. */
type Typed = number | '';
interface Values {
  way: 'driver' | 'own';
  max_per_minute: Typed;
  least_ms: Typed;
  greatest_ms: Typed;
  new_chats_per_hour: Typed;
  new_chats_per_day: Typed;
}

function valuesOf({ settings: { pacing } }: Instance, suggested: Driver['traits']['pacing']): Values {
  const [least = 0, greatest = 0] = (pacing ?? suggested).jitter_ms;
  return {
    way: pacing === null ? 'driver' : 'own',
    max_per_minute: (pacing ?? suggested).max_per_minute,
    least_ms: least,
    greatest_ms: greatest,
    new_chats_per_hour: pacing?.new_chats_per_hour ?? '',
    new_chats_per_day: pacing?.new_chats_per_day ?? '',
  };
}

const orNull = (value: Typed): number | null => (value === '' ? null : value);

function changeOf(_base: Values, draft: Values) {
  if (draft.way === 'driver') return { settings: { pacing: null } };
  return {
    settings: {
      pacing: {
        max_per_minute: Number(draft.max_per_minute),
        jitter_ms: [Number(draft.least_ms), Number(draft.greatest_ms)] as [number, number],
        new_chats_per_hour: orNull(draft.new_chats_per_hour),
        new_chats_per_day: orNull(draft.new_chats_per_day),
      },
    },
  };
}

function validate(draft: Values): Record<string, string> {
  if (draft.way === 'driver') return {};
  return {
    ...(typeof draft.max_per_minute === 'number' && draft.max_per_minute >= 1 ? {} : { max_per_minute: t('atLeast1') }),
    ...(Number(draft.least_ms) > Number(draft.greatest_ms) ? { greatest_ms: t('notBelowMin') } : {}),
  };
}

export function PacingCard({ of, mayWrite }: { of: Instance; mayWrite: boolean }) {
  const driver = useDriver(of.driver);
  return driver && <PacingForm of={of} mayWrite={mayWrite} suggested={driver.traits.pacing} />;
}

interface PacingFormProps {
  of: Instance;
  mayWrite: boolean;
  suggested: Driver['traits']['pacing'];
}

function PacingForm({ of, mayWrite, suggested }: PacingFormProps) {
  const { form, isDirty, save, input } = useSettingsForm<Values>({
    of,
    values: valuesOf(of, suggested),
    validate,
    changeOf,
  });
  const isOwn = form.values.way === 'own';
  return (
    <Card title={t('pacing')} actions={<CopyAsCode operation="whatsapp_instances_update" input={input} />}>
      <fieldset disabled={!mayWrite} className="wa-fields">
        <Form form={form} onSubmit={save} submit={t('savePacing')}>
          <LeaveGuard isDirty={isDirty} />
          <Radio.Group label={t('limits')} description={t('limitsHelp')} {...form.getInputProps('way')}>
            <div className="wa-group" style={{ marginTop: 10 }}>
              <Radio
                value="driver"
                label={t('default')}
                description={labelOf('driverTexts', suggested.description, suggested.description)}
              />
              <Radio value="own" label={t('custom')} description={t('customHelp')} />
            </div>
          </Radio.Group>
          {isOwn && (
            <>
              <NumberInput
                label={t('perMinute')}
                description={t('perMinuteHelp')}
                min={1}
                max={MAX_PER_MINUTE}
                allowDecimal={false}
                {...form.getInputProps('max_per_minute')}
              />
              <div className="wa-pair">
                <NumberInput
                  label={t('minPause')}
                  description={t('minPauseHelp')}
                  min={0}
                  max={MAX_PAUSE}
                  allowDecimal={false}
                  {...form.getInputProps('least_ms')}
                />
                <NumberInput
                  label={t('maxPause')}
                  description={t('maxPauseHelp')}
                  min={0}
                  max={MAX_PAUSE}
                  allowDecimal={false}
                  {...form.getInputProps('greatest_ms')}
                />
              </div>
              <div className="wa-pair">
                <NumberInput
                  label={t('newPerHour')}
                  description={t('newHelp')}
                  min={0}
                  max={MAX_NEW}
                  allowDecimal={false}
                  {...form.getInputProps('new_chats_per_hour')}
                />
                <NumberInput
                  label={t('newPerDay')}
                  description={t('newHelp')}
                  min={0}
                  max={MAX_NEW}
                  allowDecimal={false}
                  {...form.getInputProps('new_chats_per_day')}
                />
              </div>
            </>
          )}
        </Form>
      </fieldset>
    </Card>
  );
}
