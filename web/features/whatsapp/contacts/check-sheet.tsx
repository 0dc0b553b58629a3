import { Button, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';

import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Sheet } from '../../../ui/dialog/dialog';
import { Form } from '../../../ui/form/form';
import { DataTable } from '../../../ui/table/data-table';
import { Note, Tag } from '../../../ui/tag';
import { parseAddresses } from '../party';
import { useInstance, useUnsupportedReason } from '../use-instance';
import { FindContact } from './find-contact';
import { nameOfContact } from './labels';

const LIMIT = 50;
const DIGITS = /\d/g;
const MIN_DIGITS = 7;

const isNumber = (text: string): boolean => (text.match(DIGITS)?.length ?? 0) >= MIN_DIGITS;

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
        if (phones.length === 0) return 'Which numbers?';
        if (phones.length > LIMIT) return `At most ${LIMIT} at a time.`;
        const wrong = phones.find((phone) => !isNumber(phone));
        return wrong === undefined ? null : `“${wrong}” is no number: 7 to 15 digits with the country code.`;
      },
    },
  });
  const input = (text: string) => ({ instance_id: id, phones: parseAddresses(text) });
  return (
    <Sheet title="Check numbers" onClose={onClose}>
      {lacks !== undefined && (
        <Note tone="warning">{lacks} Whether a number is on WhatsApp shows only when it is written to.</Note>
      )}
      <Form
        form={form}
        onSubmit={({ phones }) => check.mutateAsync(input(phones))}
        submit="Check numbers"
        actions={
          <>
            <CopyAsCode operation="whatsapp_contacts_check" input={() => input(form.getValues().phones)} />
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </>
        }
      >
        <Textarea
          label="Numbers"
          description="One a line, each with its country code; at most 50."
          placeholder="+15550100000"
          autosize
          minRows={3}
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('phones')}
        />
      </Form>
      {check.data && (
        <div role="status">
          <DataTable
            label="Checked numbers"
            rows={check.data.data.map((row, index) => ({ ...row, key: `${index} ${row.input}` }))}
            rowKey={({ key }) => key}
            columns={[
              { title: 'Number', cell: ({ input: phone }) => <span className="numbers">{phone}</span> },
              {
                title: 'On WhatsApp',
                cell: ({ exists }) => <Tag tone={exists ? 'success' : 'neutral'}>{exists ? 'Yes' : 'No'}</Tag>,
              },
              { title: 'Contact', cell: ({ contact }) => contact && nameOfContact(contact) },
            ]}
          />
        </div>
      )}
      <FindContact />
    </Sheet>
  );
}
