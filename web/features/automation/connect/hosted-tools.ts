interface Field {
  name: string;
  value: string;
  /** The value is the key with this prefix in front. */
  isKey?: boolean;
}

export interface HostedTool {
  name: string;
  source: 'zapier' | 'make';
  /** By the names that the tool has for them. */
  fields: (body: string) => readonly Field[];
  hook: string;
}

const URL_OF_PUBLISH = `${location.origin}/api/v1/publications`;

/** The names of fields are those on the pages of the tool, in every language. */
export const ZAPIER: HostedTool = {
  name: 'Zapier',
  source: 'zapier',
  fields: (body) => [
    { name: 'Method', value: 'POST' },
    { name: 'URL', value: URL_OF_PUBLISH },
    { name: 'Data', value: body },
    { name: 'Headers', value: 'Content-Type | application/json' },
    { name: 'Headers (2)', value: 'Authorization | Bearer', isKey: true },
  ],
  hook: 'https://hooks.zapier.com/hooks/catch/…',
};

export const MAKE: HostedTool = {
  name: 'Make',
  source: 'make',
  fields: (body) => [
    { name: 'URL', value: URL_OF_PUBLISH },
    { name: 'Method', value: 'POST' },
    { name: 'Headers: Name', value: 'Authorization' },
    { name: 'Headers: Value', value: 'Bearer', isKey: true },
    { name: 'Body type', value: 'Raw' },
    { name: 'Content type', value: 'application/json' },
    { name: 'Request content', value: body },
  ],
  hook: 'https://hook.eu1.make.com/…',
};
