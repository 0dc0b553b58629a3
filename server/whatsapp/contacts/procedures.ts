import {
  CheckContacts,
  CheckedContacts,
  Contact,
  ContactAbout,
  ContactId,
  ContactPage,
  ContactPicture,
  ListContacts,
  ContactAddress,
  ResolveContact,
  UpdateContact,
} from '../../../shared/whatsapp/contact';
import { procedure, router } from '../../trpc/procedures';
import { managed, MANAGED_ERRORS } from '../management';
import { checkContacts, contactAbout, contactPicture, resolveContact } from './look';
import { getContact, listContacts, setBlocked, updateContact } from './service';

const place = { surface: 'whatsapp' } as const;
const tags = ['WhatsApp contacts'];
const CONTACTS = '/whatsapp/instances/{instance_id}/contacts';
const CONTACT = `${CONTACTS}/{contact_id}` as const;
const reading = procedure('whatsapp.contacts:read');
const writing = procedure('whatsapp.contacts:write');

export const contactsRouter = router({
  list: reading
    .meta({
      ...place,
      capability: 'contact.list',
      errors: ['unsupported_by_driver'],
      openapi: {
        method: 'GET',
        path: CONTACTS,
        tags,
        summary: 'List contacts',
        description: 'Lists whom the instance knows, by name or address.',
      },
    })
    .input(ListContacts)
    .output(ContactPage)
    .query(({ ctx, input }) => listContacts(ctx, input)),

  get: reading
    .meta({
      ...place,
      etag: true,
      openapi: {
        method: 'GET',
        path: CONTACT,
        tags,
        summary: 'Read a contact',
        description: 'Returns one contact. The id of one that proved to be another reads as that one.',
      },
    })
    .input(ContactId)
    .output(Contact)
    .query(({ ctx, input }) => getContact(ctx, input)),

  update: writing
    .meta({
      ...place,
      etag: true,
      errors: ['precondition_failed'],
      examples: { request: { name: 'Sheena Nelson' } },
      openapi: {
        method: 'PATCH',
        path: CONTACT,
        tags,
        summary: 'Change a contact',
        description: 'Changes your own name of it, what it wants to get, and your own pairs.',
      },
    })
    .input(UpdateContact)
    .output(Contact)
    .mutation(({ ctx, input }) => updateContact(ctx, input)),

  check: reading
    .meta({
      ...managed,
      capability: 'contact.check',
      errors: MANAGED_ERRORS,
      openapi: {
        method: 'POST',
        path: `${CONTACTS}/check`,
        tags,
        summary: 'Check numbers',
        description: 'Asks the network which of the numbers are on it.',
      },
    })
    .input(CheckContacts)
    .output(CheckedContacts)
    .mutation(({ ctx, input }) => checkContacts(ctx, input)),

  resolve: reading
    .meta({
      ...managed,
      errors: MANAGED_ERRORS,
      bodySchema: ContactAddress,
      openapi: {
        method: 'POST',
        path: `${CONTACTS}/resolve`,
        tags,
        summary: 'Find whose an address is',
        description:
          'Returns the contact that has the address, else 404. A number that is not known here is looked up in the network, where the driver can.',
      },
    })
    .input(ResolveContact)
    .output(Contact)
    .mutation(({ ctx, input }) => resolveContact(ctx, input)),

  get_picture: reading
    .meta({
      ...managed,
      capability: 'contact.picture',
      errors: MANAGED_ERRORS,
      openapi: {
        method: 'GET',
        path: `${CONTACT}/picture`,
        tags,
        summary: 'Read a contact’s picture',
        description: 'Returns where the picture is; asked for anew after a day.',
      },
    })
    .input(ContactId)
    .output(ContactPicture)
    .query(({ ctx, input }) => contactPicture(ctx, input)),

  get_about: reading
    .meta({
      ...managed,
      capability: 'contact.about',
      errors: MANAGED_ERRORS,
      openapi: {
        method: 'GET',
        path: `${CONTACT}/about`,
        tags,
        summary: 'Read what a contact says of itself',
        description: 'Returns the line below the name; asked for anew after a day.',
      },
    })
    .input(ContactId)
    .output(ContactAbout)
    .query(({ ctx, input }) => contactAbout(ctx, input)),

  block: writing
    .meta({
      ...managed,
      capability: 'contact.block',
      errors: MANAGED_ERRORS,
      openapi: {
        method: 'POST',
        path: `${CONTACT}/block`,
        tags,
        summary: 'Block a contact',
        description: 'The contact can no longer write to the account.',
      },
    })
    .input(ContactId)
    .output(Contact)
    .mutation(({ ctx, input }) => setBlocked(ctx, input, true)),

  unblock: writing
    .meta({
      ...managed,
      capability: 'contact.block',
      errors: MANAGED_ERRORS,
      openapi: {
        method: 'POST',
        path: `${CONTACT}/unblock`,
        tags,
        summary: 'Unblock a contact',
        description: 'The contact can write to the account again.',
      },
    })
    .input(ContactId)
    .output(Contact)
    .mutation(({ ctx, input }) => setBlocked(ctx, input, false)),
});
