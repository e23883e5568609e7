import { expect } from 'chai';
import { z } from 'zod';
import { openapi } from '../../../src/http/openapi/openapi.ts';
import { boolean, json, quotable } from '../../../src/http/request/parameters.ts';
import { endpoints } from '../../../src/http/routes/index.ts';
import { echo, echoes } from '../echo.ts';
import { ask, startApp } from '../stub-app.ts';

type Loose = Record<string, never>;
const pathsOf = (document: object) => (document as { paths: Record<string, Record<string, Loose>> }).paths;

describe('the description of the API', () => {
  it('is there for anyone, and describes itself', async () => {
    const app = await startApp(echoes);
    const { status, json: document } = await ask(app, '/api/v1/openapi.json');
    await app.close();
    expect(status).to.equal(200);
    expect(document).to.include({ openapi: '3.1.0' });
    expect(Object.keys(pathsOf(document))).to.include.members(['/things', '/users/{user_id}', '/openapi.json']);
  });

  it('tells where parameters go, which are needed, and which are JSON', () => {
    const parameters = z.object({
      names: json(z.array(z.string())),
      flag: boolean().default(true),
      title: quotable().optional(),
    });
    const paths = pathsOf(openapi([echo('GET', '/a', parameters), echo('POST', '/a', parameters)]));
    const names = { type: 'array', items: { type: 'string' } };
    expect(paths['/a']?.get?.parameters).to.deep.equal([
      { name: 'names', in: 'query', required: true, content: { 'application/json': { schema: names } } },
      {
        name: 'flag',
        in: 'query',
        required: false,
        content: { 'application/json': { schema: { type: 'boolean', default: true } } },
      },
      { name: 'title', in: 'query', required: false, schema: { type: 'string' } },
    ]);
    const form = {
      schema: {
        type: 'object',
        properties: { names, flag: { type: 'boolean', default: true }, title: { type: 'string' } },
        required: ['names'],
      },
      encoding: { names: { contentType: 'application/json' }, flag: { contentType: 'application/json' } },
    };
    expect(paths['/a']?.post?.requestBody).to.deep.equal({
      required: true,
      content: { 'application/x-www-form-urlencoded': form, 'multipart/form-data': form },
    });
  });

  it('marks parameters of the path, other names, and what anyone may ask', () => {
    const paths = pathsOf(openapi(echoes));
    expect(paths['/users/{user_id}']?.patch?.parameters).to.deep.equal([
      { name: 'user_id', in: 'path', required: true, schema: { type: 'string' } },
    ]);
    const properties = JSON.stringify(paths['/things']?.post?.requestBody);
    expect(properties).to.contain('"subject":{"type":"string","deprecated":true}');
    expect(paths['/things']?.get?.security).to.deep.equal([]);
    expect(paths['/external']?.post?.requestBody).to.have.nested.property('content.application/json');
  });

  it('is written for every endpoint there is, with an own name for each', () => {
    const operations = Object.values(pathsOf(openapi(endpoints))).flatMap((path) => Object.values(path));
    expect(operations).to.have.length(endpoints.length);
    expect(new Set(operations.map(({ operationId }) => operationId))).to.have.property('size', endpoints.length);
  });
});
