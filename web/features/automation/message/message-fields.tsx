import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';

import { partWithin, type FormPart } from '../../../ui/form/form-part';
import type { SendType } from '../../whatsapp/messages/composer/draft';
import { TypeFields } from '../../whatsapp/messages/composer/type-fields';
import { TYPES } from '../../whatsapp/messages/labels';
import { InstanceContext, useUnsupportedReason } from '../../whatsapp/use-instance';
import { useInstances } from '../../whatsapp/use-instances';
import { newMessage, type MessageDraft } from './message-draft';

import '../../whatsapp/messages/messages.css';

interface MessageFieldsProps {
  part: FormPart<MessageDraft>;
  label: string;
  description?: string;
  none: string;
  types: readonly SendType[];
  instanceIds: readonly string[];
  children?: ReactNode;
}

export function MessageFields({ instanceIds, ...props }: MessageFieldsProps) {
  const instances = useInstances();
  const reached = instanceIds.length === 0 ? instances : instances.filter(({ id }) => instanceIds.includes(id));
  return (
    <InstanceContext value={reached.length === 1 ? reached[0] : undefined}>
      <Fields {...props} />
    </InstanceContext>
  );
}

function Fields({ part, label, description, none, types, children }: Omit<MessageFieldsProps, 'instanceIds'>) {
  const lacks = useUnsupportedReason();
  const { type, content } = part.value;
  const options = types.map((value) => {
    const lack = lacks(`message.${value}`);
    return {
      value,
      label: lack === undefined ? TYPES[value] : `${TYPES[value]}: ${lack}`,
      disabled: lack !== undefined && value !== type,
    };
  });
  return (
    <>
      <NativeSelect
        label={label}
        description={description}
        data={[{ value: '', label: none }, ...options]}
        {...part.props('type')}
        value={type}
        onChange={(event) => part.set('', newMessage(event.currentTarget.value as MessageDraft['type']))}
      />
      {type === '' ? (
        children
      ) : (
        <div className="composer">
          <TypeFields part={partWithin(part, 'content', content)} type={type} />
        </div>
      )}
    </>
  );
}
