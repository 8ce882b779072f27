import { expect, test } from 'vitest';
import { BUILTIN_TOOLS } from '../config/custom-tool-names.ts';
import { createToolRig } from '../testing/tool-rig.ts';

test('no custom tool can take the name of a tool that is ever offered', async () => {
  const rig = await createToolRig({ git: false, model: 'gpt-5', config: { search: { backend: 'kagi', kagi_api_key: 'x' } } });
  try {
    expect(rig.tools.schemas.map(({ name }) => name).filter((name) => !BUILTIN_TOOLS.includes(name))).toEqual([]);
  } finally {
    await rig.close();
  }
});
