import { readConfig, type Config } from '../config/config';
import { SETTINGS } from '../config/settings';
import {
  checkAiProviders,
  baseUrl,
  database,
  dataDirectory,
  diskSpace,
  port,
  proxies,
  secretKey,
  type Finding,
} from './doctor-checks';
import { print } from './installation';

type Check = (config: Config) => Finding | Promise<Finding>;

const CHECKS: Record<string, Check> = {
  database,
  'data directory': dataDirectory,
  'disk space': diskSpace,
  'secret key': secretKey,
  'AI providers': checkAiProviders,
  proxies,
  port,
  'base URL': baseUrl,
};

export async function doctor(): Promise<number> {
  const { config, finding } = readSettings();
  const findings: [string, Finding][] = [['configuration', finding]];
  if (config) {
    for (const [name, check] of Object.entries(CHECKS)) findings.push([name, await checked(check, config)]);
  }

  for (const [name, { result, text, mend }] of findings) {
    print(`${result.padEnd(5)} ${name.padEnd(15)} ${text}${mend === undefined ? '' : `\n${' '.repeat(22)}→ ${mend}`}`);
  }
  const failed = findings.filter(([, { result }]) => result === 'fail').length;
  print(failed === 0 ? '\nAll required checks passed.' : `\n${failed} of ${findings.length} checks failed.`);
  return failed === 0 ? 0 : 1;
}

function readSettings(): { config?: Config; finding: Finding } {
  try {
    const config = readConfig();
    return { config, finding: { result: 'ok', text: `All ${Object.keys(SETTINGS.shape).length} settings are valid.` } };
  } catch (error) {
    return {
      finding: {
        result: 'fail',
        text: messageOf(error),
        mend: 'Correct these variables. web/docs/settings.md describes each of them.',
      },
    };
  }
}

async function checked(check: Check, config: Config): Promise<Finding> {
  try {
    return await check(config);
  } catch (error) {
    return { result: 'fail', text: messageOf(error) };
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
