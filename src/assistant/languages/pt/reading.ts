import type { ReadingWords } from '../language.ts';

export const reading: ReadingWords = {
  marks:
    'não nao você voce vc vcs vocês voces tem têm com uma são sao é estão estao meu minha meus minhas ' +
    'seu sua seus suas ' +
    'pra pro pelo pela onde qual quais quanto quanta quantos quantas fica ficam faz fazem fazer posso ' +
    'pode podem consigo ' +
    'quero queria gostaria preciso obrigado obrigada obg oi olá ola bom boa noite hoje amanhã amanha ' +
    'ontem agora preço ' +
    'preco preços precos loja entregam endereço endereco pagamento cartão cartao boleto pix frete tamanho tamanhos ' +
    'moço moça tudo bem muito muita muitos mais também tambem tbm tb ainda já isso esse essa esses ele ' +
    'ela eles elas nós ' +
    'dele dela depois até vou vai vão tô estou quem nenhum algum alguma outro outra dois duas três das ' +
    'nas ao aos em os ' +
    'quando então entao sim chegou chega comprei comprar pedi gente aceita aceitam vocês senha cadê cade ' +
    'kd blz qdo qto ' +
    'chegar atraso abre fecha abrem horário horario funcionamento troca trocar devolução devolver veio ' +
    'quebrado fazendo ' +
    'consegue conseguem achei vem sem lugar foi fui tinha deu falar alguém alguem lojas produto produtos ' +
    'me do a as sou pacote tempo preciso manda mandar passa senha cobram desconto código codigo da somos',
  suffixes: 's es r m ndo do da dos das ram mos mente inho inha ção ções vel ei ou',
  prefixes: [],
  nounEndings: '',
};
