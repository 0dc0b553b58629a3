import { parseArgs } from 'node:util';

import { normaliseEmail, PersonName } from '../../shared/access/accounts';
import { CreateKey } from '../../shared/access/keys';
import { PRESETS, type Preset } from '../../shared/access/presets';
import { KEY_KINDS, SCOPES_OF_KIND, type KeyKind } from '../../shared/access/scopes';
import { WorkspaceName } from '../../shared/access/workspaces';
import { bootstrap, type Bootstrap } from '../access';
import { print, UsageError, withInstallation } from './installation';

const OPTIONS = {
  email: { type: 'string' },
  password: { type: 'string' },
  name: { type: 'string' },
  workspace: { type: 'string' },
  'key-kind': { type: 'string' },
  preset: { type: 'string', default: 'full' },
  json: { type: 'boolean', default: false },
} as const;

type Flag = 'email' | 'password' | 'workspace';

/** For installations without a browser. */
export async function bootstrapCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const wanted = wantedOf(values);
  const { workspaceId, secret } = await withInstallation((ctx) => bootstrap(ctx, wanted));

  if (values.json) print(JSON.stringify({ workspace_id: workspaceId, key: secret }));
  else print(`Workspace ${wanted.workspaceName}: ${workspaceId}\nKey, shown only once: ${secret}`);
  return 0;
}

type Values = Partial<Record<'email' | 'password' | 'name' | 'workspace' | 'key-kind', string>> & { preset: string };

function wantedOf(values: Values): Bootstrap {
  const given = (flag: Flag): string => {
    const value = values[flag];
    if (value) return value;
    throw new UsageError(
      `--${flag} is missing. Example: bootstrap --email you@example.com --password … --workspace Acme`,
    );
  };

  const email = normaliseEmail(given('email'));
  if (email === undefined) throw new UsageError('--email must be an e-mail address.');
  const password = given('password');
  const workspaceName = given('workspace');
  if (!WorkspaceName.safeParse(workspaceName).success)
    throw new UsageError('--workspace must have 1 to 80 characters.');
  const name = values.name ?? email.slice(0, email.lastIndexOf('@'));
  if (!PersonName.safeParse(name).success) throw new UsageError('--name must have 1 to 80 characters.');
  return { email, password, name, workspaceName, key: keyOf(values.preset, values['key-kind']) };
}

function keyOf(presetName: string, kindName: string | undefined): CreateKey {
  const presets: Record<string, Preset> = PRESETS;
  const preset = Object.hasOwn(presets, presetName) ? presets[presetName] : undefined;
  if (!preset) throw new UsageError(`--preset ${presetName} is unknown. Presets: ${Object.keys(PRESETS).join(', ')}.`);

  const kind = kindName ?? preset.kind;
  if (!isKind(kind))
    throw new UsageError(`--key-kind ${kind} is unknown. Kinds: ${Object.keys(KEY_KINDS).join(', ')}.`);
  if (kind === 'pk')
    throw new UsageError('--key-kind pk needs the origins of your sites. Create this key in the console.');

  const beyond = preset.scopes.filter((scope) => !SCOPES_OF_KIND[kind].includes(scope));
  if (beyond.length > 0 || (preset.fullAccess && kind !== 'ak')) {
    throw new UsageError(
      `--preset ${presetName} has scopes that a key of --key-kind ${kind} cannot have. Use --key-kind ${preset.kind}.`,
    );
  }
  const scopes = preset.fullAccess ? { full_access: true } : { scopes: preset.scopes };
  return CreateKey.parse({ kind, name: `Bootstrap: ${preset.name}`, ...scopes });
}

const isKind = (name: string): name is KeyKind => Object.hasOwn(KEY_KINDS, name);
