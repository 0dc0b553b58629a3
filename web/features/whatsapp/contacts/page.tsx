import { Button } from '@mantine/core';
import { IconAddressBook, IconUserSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { activeOf, type ChoiceFilter, type FilterChange } from '../../../ui/filter/filter';
import { FilterBar } from '../../../ui/filter/filter-bar';
import { Avatar } from '../../../ui/icons/avatar';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useWorkspace } from '../../../ui/shell/workspace';
import { Empty } from '../../../ui/states/states';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { ListBody } from '../../../ui/table/list-body';
import { rowsOf } from '../../../ui/table/load-more';
import { Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { useOverlay } from '../../../ui/use-overlay';
import { InstanceFrame } from '../frame';
import type { Instance } from '../labels';
import { addressOf } from '../party';
import { nameOfContact, OPT_OUTS, type Contact } from './labels';
import { t } from './texts';

const ContactSheet = lazyWhenIdle(async () => (await import('./contact-sheet')).ContactSheet);
const CheckSheet = lazyWhenIdle(async () => (await import('./check-sheet')).CheckSheet);

const route = getRouteApi('/w/$ws/whatsapp/$instance/contacts');
const PATH = '/w/$ws/whatsapp/$instance/contacts';
const choices = (): ChoiceFilter[] => [
  {
    name: 'opt_out',
    label: t('optOut'),
    options: (Object.keys(OPT_OUTS) as Contact['opt_out'][]).map((value) => ({ value, label: OPT_OUTS[value] })),
  },
  { name: 'blocked', label: t('blockState'), options: [{ value: 'true', label: t('blocked') }] },
];

export function ContactsPage() {
  const { instance } = route.useParams();
  const { check } = route.useSearch();
  const checking = useOverlay('check');
  return (
    <InstanceFrame
      instanceId={instance}
      tab="contacts"
      code={{ operation: 'whatsapp_contacts_list', input: { instance_id: instance } }}
      actions={
        <Button
          size="sm"
          variant="default"
          leftSection={<IconUserSearch size={15} aria-hidden />}
          onClick={() => checking.open()}
        >
          {t('checkNumbers')}
        </Button>
      }
    >
      {(of) => (
        <>
          <Contacts of={of} />
          {check && <CheckSheet onClose={() => checking.close()} />}
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
  const change = (next: FilterChange) =>
    void navigate({ search: (old) => compact<typeof old>({ ...old, ...next }), replace: true });
  const values = { q, opt_out: optOut, blocked: blocked && 'true' };
  const choice = choices();
  const sheet = useOverlay('contact');
  const columns: Column<Contact>[] = [
    {
      title: t('name'),
      cell: (row) => (
        <Link
          className="row-link"
          to={PATH}
          params={{ ws, instance: of.id }}
          search={{ ...compact({ q, blocked, opt_out: optOut }), contact: row.id }}
        >
          <span className="wa-named">
            <Avatar name={nameOfContact(row)} seed={row.id} size={28} />
            <span>{nameOfContact(row)}</span>
          </span>
        </Link>
      ),
    },
    {
      title: t('address'),
      // Empty for a contact without a name, whose address is the name.
      cell: (row) => addressOf(row) !== nameOfContact(row) && <span className="numbers">{addressOf(row)}</span>,
    },
    {
      title: t('state'),
      cell: (row) =>
        (row.is_blocked || row.opt_out !== 'none' || row.is_business) && (
          <span className="wa-line">
            {row.is_blocked && <Tag tone="error">{t('blocked')}</Tag>}
            {row.opt_out !== 'none' && <Tag tone="warning">{OPT_OUTS[row.opt_out]}</Tag>}
            {row.is_business && <Tag>{t('business')}</Tag>}
          </span>
        ),
    },
    { title: t('updated'), fit: true, named: true, cell: (row) => <Time at={row.updated_at} /> },
  ];

  return (
    <>
      <FilterBar
        search={t('find')}
        filters={choice}
        values={values}
        onChange={change}
        isEmpty={query.data !== undefined && rowsOf(query.data).length === 0}
      />
      <ListBody
        query={query}
        {...activeOf(choice, values, change)}
        empty={
          <Empty
            icon={IconAddressBook}
            title={t('empty')}
            actions={
              <CopyAsCode
                operation="whatsapp_contacts_check"
                input={{ instance_id: of.id, phones: ['+15550100000'] }}
              />
            }
          >
            {t('emptyHelp')}
          </Empty>
        }
      >
        {(rows, footer) => (
          <DataTable
            label={t('contacts')}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            isCurrent={({ id }) => id === contact}
            footer={footer}
          />
        )}
      </ListBody>
      {contact !== undefined && <ContactSheet contactId={contact} onClose={() => sheet.close()} />}
    </>
  );
}
