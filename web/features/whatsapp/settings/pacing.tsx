import { NumberInput, Radio } from '@mantine/core';

import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Form } from '../../../ui/form/form';
import { Card } from '../../../ui/page';
import type { DriverName, Instance } from '../words';
import { useSettingsForm } from './use-settings-form';

/** As the server paces without settings of its own. */
const DEFAULTS = {
  sandbox: 'No limits.',
  cloud: '80 messages a second; to one person one in 6 seconds, ten at once; new people by Meta’s tier.',
  web: '20 messages a minute with pauses of 1 to 3 seconds; 10 new people an hour, 50 a day.',
} satisfies Record<DriverName, string>;

const BEGIN = { sandbox: 60, cloud: 600, web: 10 } satisfies Record<DriverName, number>;
const PAUSES = { sandbox: [0, 0], cloud: [0, 0], web: [1000, 3000] } satisfies Record<DriverName, [number, number]>;
const MOST_PER_MINUTE = 60_000;
const MOST_PAUSE = 60_000;
const MOST_NEW = 1_000_000;

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

function valuesOf({ driver, settings: { pacing } }: Instance): Values {
  const [least = 0, greatest = 0] = pacing?.jitter_ms ?? PAUSES[driver];
  return {
    way: pacing === null ? 'driver' : 'own',
    max_per_minute: pacing?.max_per_minute ?? BEGIN[driver],
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
    ...(typeof draft.max_per_minute === 'number' && draft.max_per_minute >= 1 ? {} : { max_per_minute: 'At least 1.' }),
    ...(Number(draft.least_ms) > Number(draft.greatest_ms) ? { greatest_ms: 'Not below the shortest pause.' } : {}),
  };
}

/** How fast it sends. */
export function PacingCard({ of, mayWrite }: { of: Instance; mayWrite: boolean }) {
  const { form, save, input } = useSettingsForm<Values>({ of, values: valuesOf(of), validate, changeOf });
  const isOwn = form.values.way === 'own';
  return (
    <Card title="Pacing" actions={<CopyAsCode operation="whatsapp_instances_update" input={input} />}>
      <fieldset disabled={!mayWrite} className="wa-fields">
        <Form form={form} onSubmit={save} submit="Save pacing">
          <Radio.Group
            label="Limits"
            description="What may not go out yet waits in the queue, and says until when."
            {...form.getInputProps('way')}
          >
            <div className="wa-group" style={{ marginTop: 10 }}>
              <Radio value="driver" label="Those of the driver" description={DEFAULTS[of.driver]} />
              <Radio
                value="own"
                label="Lower ones"
                description="Limits of the driver and of the provider hold besides."
              />
            </div>
          </Radio.Group>
          {isOwn && (
            <>
              <NumberInput
                label="Messages a minute, at most"
                description="1 to 60,000."
                min={1}
                max={MOST_PER_MINUTE}
                allowDecimal={false}
                {...form.getInputProps('max_per_minute')}
              />
              <div className="wa-pair">
                <NumberInput
                  label="Shortest pause, in ms"
                  description="0 to 60,000."
                  min={0}
                  max={MOST_PAUSE}
                  allowDecimal={false}
                  {...form.getInputProps('least_ms')}
                />
                <NumberInput
                  label="Longest pause, in ms"
                  description="Each is chosen at random between both."
                  min={0}
                  max={MOST_PAUSE}
                  allowDecimal={false}
                  {...form.getInputProps('greatest_ms')}
                />
              </div>
              <div className="wa-pair">
                <NumberInput
                  label="New people an hour"
                  description="Never written to before; empty for the driver’s."
                  min={0}
                  max={MOST_NEW}
                  allowDecimal={false}
                  {...form.getInputProps('new_chats_per_hour')}
                />
                <NumberInput
                  label="New people a day"
                  description="Empty for the driver’s."
                  min={0}
                  max={MOST_NEW}
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
