import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { account, accountClient, queryClient } from '../../../trpc';
import { Confirm } from '../../../ui/dialog/dialog';
import { Form } from '../../../ui/form/form';
import { errorText } from '../../../ui/problem';
import { Note } from '../../../ui/tag';
import { toast } from '../../../ui/toast/toast';

interface Act {
  action: string;
  follows: string;
  run: (name: string, reason: string) => Promise<string>;
}

interface BlockOneProps {
  label: string;
  placeholder: string;
  maxLength: number;
  close: Act;
  open: Act;
}

const { links } = accountClient.instance;

export const LinkBlock = () => (
  <BlockOne
    label="Short address"
    placeholder="https://go.example.com/spring"
    maxLength={2048}
    close={{
      action: 'Block link',
      follows: 'Visitors get a 403 page from now on, and its workspace is told by an event. Only you can lift it.',
      run: async (short_url, reason) => `${(await links.block.mutate({ short_url, reason })).short_url} is blocked`,
    }}
    open={{
      action: 'Unblock link',
      follows: 'It leads on from now on.',
      run: async (short_url) => `${(await links.unblock.mutate({ short_url })).short_url} is free`,
    }}
  />
);

export const DomainBlock = () => (
  <BlockOne
    label="Host name"
    placeholder="go.example.com"
    maxLength={260}
    close={{
      action: 'Disable domain',
      follows: 'All of its links answer with a 404 page from now on. Its workspace cannot change that.',
      run: async (hostname, reason) =>
        `${(await links.domains.disable.mutate({ hostname, reason })).hostname} is disabled`,
    }}
    open={{
      action: 'Enable domain',
      follows: 'Its links lead on from now on, unless its workspace has disabled it too.',
      run: async (hostname) => `${(await links.domains.enable.mutate({ hostname })).hostname} is enabled`,
    }}
  />
);

function BlockOne({ label, placeholder, maxLength, close, open }: BlockOneProps) {
  const [dialog, setDialog] = useState<Act>();
  const form = useForm({
    initialValues: { name: '', reason: '' },
    validate: {
      name: (name) => (name.trim() === '' ? 'Must not be empty.' : null),
      reason: (reason) => (reason.trim() === '' ? 'Say why, for the audit log.' : null),
    },
  });
  return (
    <>
      <Form
        form={form}
        onSubmit={async () => setDialog(close)}
        submit={close.action}
        isDangerous
        actions={
          <Button
            variant="default"
            onClick={() => {
              // Unblocking needs no reason.
              form.clearErrors();
              if (!form.validateField('name').hasError) setDialog(open);
            }}
          >
            {open.action}
          </Button>
        }
      >
        <TextInput
          label={label}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          maxLength={maxLength}
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Reason"
          description="For the administrators of this installation."
          maxLength={200}
          {...form.getInputProps('reason')}
        />
      </Form>
      {dialog && (
        <ActDialog
          act={dialog}
          isDangerous={dialog.action === close.action}
          values={form.getValues()}
          onDone={form.reset}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

interface ActDialogProps {
  act: Act;
  isDangerous: boolean;
  values: { name: string; reason: string };
  onDone: () => void;
  onClose: () => void;
}

function ActDialog({ act, isDangerous, values, onDone, onClose }: ActDialogProps) {
  const name = values.name.trim();
  const run = useMutation({
    mutationFn: () => act.run(name, values.reason.trim()),
    onSuccess: (said) => {
      void queryClient.invalidateQueries({ queryKey: account.instance.links.pathKey() });
      toast(said);
      onDone();
      onClose();
    },
  });
  return (
    <Confirm
      title={`${act.action}?`}
      action={act.action}
      isDangerous={isDangerous}
      isPending={run.isPending}
      error={
        run.error && (
          <Note tone="error" alert>
            {errorText(run.error)}
          </Note>
        )
      }
      onConfirm={() => run.mutate()}
      onClose={onClose}
    >
      <p className="mono instance-url">{name}</p>
      <p>{act.follows}</p>
    </Confirm>
  );
}
