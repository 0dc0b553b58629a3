import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

import { PHONE } from '../../../../shared/whatsapp/addresses';
import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Sheet } from '../../../ui/dialog/dialog';
import { FaultyLines } from '../../../ui/form/faulty-lines';
import { Form } from '../../../ui/form/form';
import { TextArea } from '../../../ui/form/text-area';
import { DataTable } from '../../../ui/table/data-table';
import { Note, Tag } from '../../../ui/tag';
import { parseAddresses } from '../party';
import { useInstance, useUnsupportedReason } from '../use-instance';
import { FindContact } from './find-contact';
import { nameOfContact } from './labels';
import { t } from './texts';

const LIMIT = 50;

const notNumbersIn = (text: string) =>
  text
    .split('\n')
    .flatMap((line, at) =>
      [...new Set(parseAddresses(line))]
        .filter((typed) => !PHONE.test(typed))
        .map((typed) => ({ line: at + 1, text: typed })),
    );

export function CheckSheet({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const { id } = useInstance();
  const lacks = useUnsupportedReason()('contact.check');
  const check = useMutation(
    trpc.whatsapp.contacts.check.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.whatsapp.contacts.list.pathKey() }),
    }),
  );
  const form = useForm({
    initialValues: { phones: '' },
    validate: {
      phones: (text) => {
        const phones = parseAddresses(text);
        if (phones.length === 0) return t('enterNumbers');
        if (phones.length > LIMIT) return t('atMost', { max: LIMIT });
        const count = notNumbersIn(text).length;
        return count === 0 ? null : t('notNumbers', { count });
      },
    },
  });
  const area = useRef<HTMLTextAreaElement>(null);
  const faulty = form.errors['phones'] ? notNumbersIn(form.values.phones) : [];
  const change = (phones: string) => {
    form.setFieldValue('phones', phones);
    // The other lines stay while one is corrected.
    if (faulty.length > 0) form.validateField('phones');
  };
  const input = (text: string) => ({ instance_id: id, phones: parseAddresses(text) });
  return (
    <Sheet title={t('checkNumbers')} onClose={onClose}>
      {lacks !== undefined && (
        <Note tone="warning">
          {lacks} {t('cannotCheck')}
        </Note>
      )}
      <Form
        form={form}
        onSubmit={({ phones }) => check.mutateAsync(input(phones))}
        submit={t('checkNumbers')}
        actions={
          <>
            <CopyAsCode operation="whatsapp_contacts_check" input={() => input(form.getValues().phones)} />
            <Button variant="default" onClick={onClose}>
              {t('close')}
            </Button>
          </>
        }
      >
        <div>
          <TextArea
            ref={area}
            label={t('numbers')}
            description={t('numbersHelp')}
            placeholder="+15550100000"
            minRows={3}
            spellCheck={false}
            data-autofocus
            {...form.getInputProps('phones')}
            onChange={(event) => change(event.currentTarget.value)}
          />
          {faulty.length > 0 && <FaultyLines lines={faulty} area={area} />}
        </div>
      </Form>
      {check.data && (
        <div role="status">
          <DataTable
            label={t('checkedNumbers')}
            rows={check.data.data.map((row, index) => ({ ...row, key: `${index} ${row.input}` }))}
            rowKey={({ key }) => key}
            columns={[
              { title: t('number'), cell: ({ input: phone }) => <span className="numbers">{phone}</span> },
              {
                title: t('onWhatsApp'),
                cell: ({ exists }) => <Tag tone={exists ? 'success' : 'neutral'}>{exists ? t('yes') : t('no')}</Tag>,
              },
              { title: t('contact'), cell: ({ contact }) => contact && nameOfContact(contact) },
            ]}
          />
        </div>
      )}
      <FindContact />
    </Sheet>
  );
}
