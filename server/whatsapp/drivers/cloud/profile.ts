import { defined } from '../../../defined';
import { isJsonObject, type JsonObject, asList, asObjects } from '../../../json-object';
import { ProviderRefusal, type Profile, type ProfileCalls } from '../driver';
import { accessOf, ask } from './ask';
import { errorOf } from './errors';
import type { Graph } from './graph';
import { textOf } from './json';

const FIELDS = 'about,address,description,email,profile_picture_url,websites,vertical';

export const profileCalls = (graph: Graph): ProfileCalls => ({
  async get(instance) {
    const { phoneNumberId } = accessOf(instance);
    const [profile, number] = await Promise.all([
      ask(graph, instance, {
        method: 'GET',
        path: [phoneNumberId, 'whatsapp_business_profile'],
        query: { fields: FIELDS },
      }),
      ask(graph, instance, { method: 'GET', path: [phoneNumberId], query: { fields: 'verified_name' } }),
    ]);
    return presented(flat(profile), textOf(number['verified_name']) ?? null);
  },

  async update(instance, change) {
    // Meta approves names, and a picture needs an upload by the app.
    if (change.name !== undefined || change.picture !== undefined)
      throw new ProviderRefusal('refused', errorOf('invalid_parameter'));
    const about = change.about ?? undefined;
    const cloud = Object.fromEntries(Object.entries(change.cloud ?? {}).map(([name, value]) => [name, value ?? '']));
    await ask(graph, instance, {
      method: 'POST',
      path: [accessOf(instance).phoneNumberId, 'whatsapp_business_profile'],
      body: { messaging_product: 'whatsapp', ...defined({ about, ...cloud }) },
    });
  },
});

function flat(body: JsonObject): JsonObject {
  const [first = body] = asObjects(body['data']);
  return isJsonObject(first['business_profile']) ? first['business_profile'] : first;
}

const presented = (profile: JsonObject, name: string | null): Profile => ({
  name,
  about: textOf(profile['about']) ?? null,
  pictureUrl: textOf(profile['profile_picture_url']) ?? null,
  cloud: {
    address: textOf(profile['address']) ?? null,
    description: textOf(profile['description']) ?? null,
    email: textOf(profile['email']) ?? null,
    websites: asList(profile['websites']).flatMap((site) => textOf(site) ?? []),
    vertical: textOf(profile['vertical']) ?? null,
  },
});
