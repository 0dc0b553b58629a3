import { Button } from '@mantine/core';
import { IconAddressBook, IconUserSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useWorkspace } from '../../../ui/shell/workspace';
import { Empty } from '../../../ui/states/states';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { Filters, FilterSelect, SearchField } from '../../../ui/table/filters';
import { activeFilters, ListBody } from '../../../ui/table/list-body';
import { Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { InstanceFrame } from '../frame';
import type { Instance } from '../labels';
import { addressOf } from '../party';
import { nameOfContact, OPT_OUTS, type Contact } from './labels';

const ContactSheet = lazyWhenIdle(async () => (await import('./contact-sheet')).ContactSheet);
const CheckSheet = lazyWhenIdle(async () => (await import('./check-sheet')).CheckSheet);

const route = getRouteApi('/w/$ws/whatsapp/$instance/contacts');
const PATH = '/w/$ws/whatsapp/$instance/contacts';
const OPTED = (Object.keys(OPT_OUTS) as Contact['opt_out'][]).map((value) => ({ value, label: OPT_OUTS[value] }));
const BLOCKED = [{ value: 'blocked', label: 'Only blocked' }] as const;

export function ContactsPage() {
  const { instance } = route.useParams();
  const { check } = route.useSearch();
  const navigate = useNavigate({ from: PATH });
  const setCheck = (isOpen: boolean) =>
    void navigate({ search: (old) => compact({ ...old, check: isOpen ? (true as const) : undefined }) });
  return (
    <InstanceFrame
      instanceId={instance}
      tab="contacts"
      actions={
        <Button
          size="sm"
          variant="default"
          leftSection={<IconUserSearch size={15} aria-hidden />}
          onClick={() => setCheck(true)}
        >
          Check numbers
        </Button>
      }
    >
      {(of) => (
        <>
          <Contacts of={of} />
          {check && <CheckSheet onClose={() => setCheck(false)} />}
        </>
      )}
    </InstanceFrame>
  );
}

function Contacts({ of }: { of: Instance }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const { q, blocked, opt_out: optOut, contact } = route.useSearch();
  const navigate = useNavigate({ from: PATH });
  const filters = { instance_id: of.id, ...compact({ q, blocked, opt_out: optOut }) };
  const query = useInfiniteQuery(
    trpc.whatsapp.contacts.list.infiniteQueryOptions(filters, { ...byCursor, placeholderData: keepPreviousData }),
  );
  type Change = Partial<Record<'q' | 'opt_out' | 'contact', string | undefined>> & { blocked?: true | undefined };
  const change = (next: Change) =>
    void navigate({ search: (old) => compact({ ...old, ...next }) as typeof old, replace: true });
  const active = activeFilters(
    { blocked: blocked && 'Blocked', opt_out: optOut && OPT_OUTS[optOut], q: q && `“${q}”` },
    change,
  );
  const columns: Column<Contact>[] = [
    {
      title: 'Name',
      cell: (row) => (
        <Link
          className="row-link"
          to={PATH}
          params={{ ws, instance: of.id }}
          search={{ ...compact({ q, blocked, opt_out: optOut }), contact: row.id }}
        >
          {nameOfContact(row)}
        </Link>
      ),
    },
    {
      title: 'Address',
      // Empty for a contact without a name, whose address is the name.
      cell: (row) => addressOf(row) !== nameOfContact(row) && <span className="numbers">{addressOf(row)}</span>,
    },
    {
      title: 'State',
      cell: (row) =>
        (row.is_blocked || row.opt_out !== 'none' || row.is_business) && (
          <span className="wa-line">
            {row.is_blocked && <Tag tone="error">Blocked</Tag>}
            {row.opt_out !== 'none' && <Tag tone="warning">{OPT_OUTS[row.opt_out]}</Tag>}
            {row.is_business && <Tag>Business</Tag>}
          </span>
        ),
    },
    { title: 'Changed', fit: true, named: true, cell: (row) => <Time at={row.updated_at} /> },
  ];

  return (
    <>
      <Filters>
        <SearchField label="Find by name or number" value={q} onChange={(next) => change({ q: next })} />
        <FilterSelect
          label="Opt-out"
          value={optOut}
          options={OPTED}
          width={170}
          onChange={(next) => change({ opt_out: next })}
        />
        <FilterSelect
          label="Blocked or not"
          value={blocked ? 'blocked' : undefined}
          options={BLOCKED}
          onChange={(next) => change({ blocked: next === undefined ? undefined : true })}
        />
        <CopyAsCode operation="whatsapp_contacts_list" input={filters} />
      </Filters>
      <ListBody
        query={query}
        {...active}
        empty={
          <Empty
            icon={IconAddressBook}
            title="No contacts yet"
            actions={
              <CopyAsCode
                operation="whatsapp_contacts_check"
                input={{ instance_id: of.id, phones: ['+15550100000'] }}
              />
            }
          >
            Whoever writes to this account, or is written to, is listed here. Numbers can be checked before.
          </Empty>
        }
      >
        {(rows, footer) => (
          <DataTable
            label="Contacts"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            isCurrent={({ id }) => id === contact}
            footer={footer}
          />
        )}
      </ListBody>
      {contact !== undefined && <ContactSheet contactId={contact} onClose={() => change({ contact: undefined })} />}
    </>
  );
}
