import type { TableWords } from '../language.ts';

export const tables: TableWords = {
  columns: {
    hidden: 'custo, preço de custo, fornecedor, margem, lucro, markup',
    key: 'sku, código, código do produto, código de barras, referência, ref, ean',
    aliases: 'apelido, apelidos, sinônimos, também conhecido como, palavras chave',
    price: 'preço, preços, valor, valores, tarifa',
    stock: 'estoque, quantidade, disponibilidade, qtd, qtde',
    unit: 'unidade, unidade de medida, medida',
    name: 'produto, produtos, nome, item, serviço, descrição do produto, título, prato, cardápio',
    variant: 'variação, variante, tamanho, cor, sabor, tipo, modelo',
  },
  price: 'preço preços valor valores custa custam custo saindo',
  stock: 'estoque disponível disponíveis disponibilidade esgotado',
  unit: 'unidade unidades',
  perhapsPrice: 'quanto quantos sai fica',
  perhapsStock: 'tem têm vende vendem há resta restam sobrou',
  fillers:
    'o a os as um uma uns umas de do da dos das no na nos nas em por para pra pro com e ou que é está tá ' +
    'ser são me eu ' +
    'você vc vcs vocês te se isso esse essa este esta aí ai ainda oi olá bom boa dia tarde noite por ' +
    'favor pfv obrigado ' +
    'obrigada obg quero queria gostaria saber ver moça moço amigo amiga qual quais como posso pode poderia comprar ' +
    'preciso agora hoje mais já só tudo bem cada meu minha seu sua ao à quê info informação',
  softFillers:
    'produto produtos item itens lista todos todas tipo modelo marca variação tamanho tamanhos cor cores ' +
    'sabor sabores ' +
    'loja aqui opções outro outra',
  connecting: 'então sobre',
  buying: 'comprar quero queria levar preciso',
  not: 'não nao',
  colours:
    'vermelho vermelha azul verde amarelo amarela preto preta branco branca cinza marrom roxo roxa laranja rosa bege ' +
    'dourado dourada prata prateado lilás vinho turquesa',
  sizes: 'pequeno pequena médio grande gg xg pp p m g único',
  saidOfGoods:
    'barato barata caro cara bonito bonita bom boa ruim novo nova usado usada original falso falsa ' +
    'grosso fino comprido ' +
    'curto largo estreito leve pesado duro macio quente frio fria doce amargo azedo salgado picante ' +
    'fresco seco molhado ' +
    'limpo sujo parecido lançamento atacado varejo dúzia maior menor melhor pior',
  endings: '',
  measures: {
    gr: 'grama gramas',
    kg: 'quilo quilos',
    ml: 'mililitros',
    liter: 'litro litros',
    inch: 'polegada polegadas',
    pcs: 'peças unid',
  },
  none: 'esgotad[oa]|em falta|indispon[ií]vel|sem estoque|n[ãa]o|zerado',
  headers: {
    colour: 'cor cores',
    size: 'tamanho tam',
    material: 'material tecido',
    weight: 'peso',
    brand: 'marca',
    flavour: 'sabor',
    warranty: 'garantia',
    description: 'descrição',
    category: 'categoria',
    expiry: 'validade vencimento',
    content: 'conteúdo',
    dimension: 'dimensões medidas',
  },
  wording: {
    price: 'Preço',
    stock: 'Estoque',
    unit: 'Unidade',
    unknown: 'não informado',
    soldOut: 'esgotado',
    isSoldOut: 'Desculpe, {product} está em falta no momento.',
    isInStock: '{product} está disponível: {amount} em estoque.',
    says: '{label} de {product}: {value}',
    more: 'e mais {count}. Escreva o nome completo, por favor.',
    marks: ['.', ','],
  },
};
