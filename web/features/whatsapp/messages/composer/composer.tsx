import { Checkbox } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAdjustmentsHorizontal, IconPlus, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';

import { useTRPC } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { Form } from '../../../../ui/form/form';
import { formPart } from '../../../../ui/form/form-part';
import { useSendOnce } from '../../../../ui/form/use-send-once';
import { MenuButton } from '../../menu-button';
import { useUnsupportedReason } from '../../use-instance';
import { summaryOf, TYPES, type Message } from '../labels';
import {
  checkDraft,
  hasFallback,
  newDraft,
  SEND_TYPES,
  sendInputOf,
  type Draft,
  type SendInput,
  type SendType,
} from './draft';
import { MoreFields } from './more-fields';
import { t } from './texts';
import { TypeFields } from './type-fields';

import '../messages.css';

interface ComposerProps {
  instanceId: string;
  to: string;
  replyTo?: Message | undefined;
  onReplyDone: () => void;
  onSent: (message: Message, input: SendInput) => void;
  recipient?: ReactNode;
  template?: { name: string; language: string } | undefined;
}

export function Composer({ instanceId, to, replyTo, onReplyDone, onSent, recipient, template }: ComposerProps) {
  const trpc = useTRPC();
  const lacks = useUnsupportedReason();
  const once = useSendOnce();
  const [hasMore, setHasMore] = useState(false);
  const send = useMutation(trpc.whatsapp.messages.send.mutationOptions({ trpc: { context: once.context } }));
  const form = useForm<Draft>({
    initialValues: newDraft(),
    validate: (draft) => checkDraft(draft, replyTo?.id),
    onValuesChange: once.renew,
  });
  const { type } = form.values;
  const choose = (next: SendType) => {
    // Options of sending stay; the content is of another type now.
    const fallback = hasFallback(next) && lacks(`message.${next}`) !== undefined;
    form.setValues({ type: next, content: newDraft(next).content, fallback });
    form.clearErrors();
  };
  const begin = useEffectEvent((given: Required<ComposerProps>['template']) => {
    const draft = newDraft('template');
    form.setValues({ ...draft, content: { ...draft.content, ...given } });
  });
  // A changed template of the address replaces the draft; edits stay.
  const requested = template && JSON.stringify(template);
  useEffect(() => {
    if (requested !== undefined) begin(JSON.parse(requested) as { name: string; language: string });
  }, [requested]);

  const input = () => sendInputOf(form.getValues(), instanceId, to, replyTo?.id);
  const submit = async () => {
    const given = input();
    const message = await send.mutateAsync(given);
    once.renew();
    form.setValues({ ...newDraft(type), client_reference: form.values.client_reference });
    onSent(message, given);
    onReplyDone();
  };

  const types = SEND_TYPES.map((value) => {
    const lack = lacks(`message.${value}`);
    const onClick = () => choose(value);
    if (lack === undefined) return { label: TYPES[value], onClick };
    if (hasFallback(value)) return { label: t('asNumberedText', { type: TYPES[value] }), onClick };
    return { label: t('notAvailable', { type: TYPES[value], reason: lack }), disabled: true, onClick };
  });
  const isText = type === 'text';
  const fault = form.errors['type'] ?? form.errors['to'];
  return (
    <div className="composer" data-compact={isText}>
      <Form
        form={form}
        onSubmit={submit}
        submit={t('send')}
        actions={
          <>
            {hasMore && <CopyAsCode operation="whatsapp_messages_send" input={input} />}
            <button
              type="button"
              className="icon-button icon-button-quiet"
              title={t('moreOptions')}
              aria-label={t('moreOptions')}
              aria-expanded={hasMore}
              onClick={() => setHasMore(!hasMore)}
            >
              <IconAdjustmentsHorizontal size={17} stroke={1.6} aria-hidden />
            </button>
          </>
        }
      >
        {replyTo && (
          <div className="composer-reply">
            <span className="truncate">
              {t(type === 'reaction' ? 'reactingTo' : 'replyingTo', { text: summaryOf(replyTo) })}
            </span>
            <button type="button" className="bare composer-remove" aria-label={t('cancelReply')} onClick={onReplyDone}>
              <IconX size={14} aria-hidden />
            </button>
          </div>
        )}
        {recipient && <div className="composer-recipient">{recipient}</div>}
        {fault && (
          <div className="composer-fault" role="alert">
            {fault}
          </div>
        )}
        <div className="composer-type">
          <MenuButton label={t('messageType')} actions={types}>
            <IconPlus size={17} stroke={1.6} aria-hidden />
          </MenuButton>
          {!isText && (
            <>
              <strong>{TYPES[type]}</strong>
              <button
                type="button"
                className="bare composer-remove"
                title={t('backToText')}
                aria-label={t('backToText')}
                onClick={() => choose('text')}
              >
                <IconX size={14} aria-hidden />
              </button>
            </>
          )}
        </div>
        <div className="composer-content">
          <TypeFields part={formPart(form, 'content', form.values.content)} type={type} isChat />
          {hasFallback(type) && (
            <Checkbox
              size="xs"
              label={t('fallback')}
              description={lacks(`message.${type}`)}
              {...form.getInputProps('fallback', { type: 'checkbox' })}
            />
          )}
        </div>
        {hasMore && (
          <div className="composer-more">
            <MoreFields form={form} />
          </div>
        )}
      </Form>
    </div>
  );
}
