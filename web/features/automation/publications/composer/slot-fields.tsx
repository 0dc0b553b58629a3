import { TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';

import { SCHEDULE_LIMITS } from '../../../../../shared/automation/schedule-limits';
import { ListField } from '../../../../ui/form/list-field';
import { listProps } from '../../../../ui/form/list-props';
import { faultAt, propsOf, type ComposerForm } from './field-props';
import { SlotGrid } from './slot-grid';
import { SlotTimes } from './slot-times';
import { linesOf, slotsIn } from './slots';
import { t } from './texts';

const CRON = /^(?:@(?:hourly|daily|weekly|monthly)|\S+(?:[ \t]+\S+){4})$/;

export function SlotFields(composing: ComposerForm) {
  const { form } = composing;
  const id = useId();
  const [isExact, setIsExact] = useState(false);
  const { slots } = form.values.schedule;
  const { weekly, others } = slotsIn(slots);
  const list = listProps(form, 'schedule.slots');
  // The preview counts them, what is sent names them.
  const errorOf = (slot: string) => list.errorOf(slot) ?? composing.issues[`schedule.slots.${slots.indexOf(slot)}`];
  const fault = faultAt(composing, 'schedule.slots') ?? slots.map(errorOf).find(Boolean);
  // A mistake is corrected where it was made: the grid makes none.
  const isOpen = isExact || Boolean(fault);
  return (
    <>
      <div id={`${id}-help`} className="dimmed automation-small">
        {t('slotsHelp')}
      </div>
      <SlotGrid
        slots={weekly}
        describedBy={`${id}-help`}
        onChange={(next) => {
          list.onChange([...linesOf(next), ...others]);
        }}
      />
      <div className="pub-slot-line">
        <strong aria-live="polite">{t('slotsSummary', { count: weekly.length })}</strong>
        <SlotTimes of={slots} />
      </div>
      <div>
        <button type="button" className="copy-button" aria-expanded={isOpen} onClick={() => setIsExact(!isOpen)}>
          <IconChevronDown size={13} aria-hidden /> {t('exactTimes')}
        </button>
      </div>
      {isOpen && (
        <ListField
          label={t('cronLines')}
          description={t('cronLinesHelp')}
          placeholder="30 9 * * 1-5"
          max={SCHEDULE_LIMITS.slots}
          maxLength={100}
          hasCommas
          check={(slot) => (CRON.test(slot) ? undefined : t('cronWrong'))}
          {...list}
          error={fault}
          errorOf={errorOf}
        />
      )}
      <TextInput
        label={t('slotGroup')}
        description={t('slotGroupHelp')}
        placeholder="default"
        maxLength={64}
        autoComplete="off"
        {...propsOf(composing, 'schedule.slot_group')}
      />
    </>
  );
}
