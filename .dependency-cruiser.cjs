// Dependencies point one way: handlers and workers -> services, storage, platforms -> domain.
const node = ['^node:', '^(fs|path|http|https|net|crypto|stream|child_process|os|url|zlib)$']
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'domain-is-pure',
      comment: 'The domain imports nothing of AWS, HTTP or Node I/O, and no other part of the product but its contract.',
      severity: 'error',
      from: { path: '^core/domain' },
      to: { pathNot: ['^core/domain', '^core/contract\\.ts$', 'node_modules/zod'] },
    },
    {
      name: 'domain-without-node',
      severity: 'error',
      from: { path: '^core/domain' },
      to: { dependencyTypes: ['core'], path: node },
    },
    {
      name: 'sdk-only-in-core-aws',
      comment: 'AWS SDK clients are used through core/aws alone; media streams need its commands too.',
      severity: 'error',
      from: { path: '^(core|functions)', pathNot: '^core/aws' },
      to: { path: 'node_modules/@aws-sdk' },
    },
    { name: 'core-knows-no-handler', severity: 'error', from: { path: '^core' }, to: { path: '^(functions|lib|local|bin)' } },
    { name: 'functions-know-no-stack', severity: 'error', from: { path: '^functions' }, to: { path: '^(lib|local|bin)' } },
    {
      name: 'stack-imports-no-handler-code',
      severity: 'error',
      from: { path: '^lib' },
      to: { path: '^(functions|local|core)', pathNot: '^core/(contract\\.ts|domain)' },
    },
    {
      name: 'local-run-executes-what-is-deployed',
      severity: 'error',
      from: { path: '^local' },
      to: { path: '^(core|functions|lib)' },
    },
    {
      name: 'platforms-know-no-storage',
      severity: 'error',
      from: { path: '^core/platforms' },
      to: { path: '^core/(aws|posts|media|accounts|usage|keys(/|\\.ts))' },
    },
    {
      name: 'one-platform-knows-no-other',
      severity: 'error',
      from: { path: '^core/platforms/instagram' },
      to: { path: '^core/platforms/threads' },
    },
    {
      name: 'one-platform-knows-no-other-2',
      severity: 'error',
      from: { path: '^core/platforms/threads' },
      to: { path: '^core/platforms/instagram' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'] },
  },
}
